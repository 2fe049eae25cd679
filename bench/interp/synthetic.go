package main

import (
	"fmt"
	"strings"
)

// synthetic writes a C program of at least the given number of lines: modules
// of a struct, a table, and functions with loops, switches, pointers, strings
// and calls of earlier modules, as a program of that size has. It depends on
// nothing but lines.
func synthetic(lines int) string {
	var b strings.Builder
	b.WriteString(prelude)
	n := 0
	for written := strings.Count(prelude, "\n"); written < lines; n++ {
		m := module(n)
		b.WriteString(m)
		written += strings.Count(m, "\n")
	}
	fmt.Fprintf(&b, epilogue, n-1)
	return b.String()
}

const prelude = `typedef unsigned long size_t;
int printf(const char *format, ...);
void *malloc(size_t size);
void free(void *p);
size_t strlen(const char *s);
void *memcpy(void *to, const void *from, size_t n);

struct buffer {
  char *data;
  size_t length, room;
  union {
    int number;
    float share;
    unsigned char raw[8];
  } tag;
  unsigned dirty : 1, kind : 3, age : 12;
};

typedef int (*handler)(struct buffer *b, int argument);

static int put(struct buffer *b, char c) {
  if (b->length == b->room)
    return -1;
  b->data[b->length++] = c;
  b->dirty = 1;
  return 0;
}
`

const epilogue = `
int main(int argc, char **argv) {
  char space[64];
  struct buffer b = {space, 0, sizeof space, {argc}, 0, 1, 0};
  int r = run_%d(&b, argc > 1 ? argv[1] : "none");
  printf("%%d %%lu\n", r, b.length);
  return r & 127;
}
`

// module is the n-th part of the program.
func module(n int) string {
	call := "put(b, (char)x)"
	if n > 0 {
		call = fmt.Sprintf("step_%d(b, x - 1)", n-1)
	}
	rest := "0"
	if n > 0 {
		rest = fmt.Sprintf("run_%d(b, text + 1)", n-1)
	}
	return strings.NewReplacer("@N", fmt.Sprint(n), "@CALL", call, "@REST", rest, "@K", fmt.Sprint(n%29+3)).Replace(moduleText)
}

const moduleText = `
/* Module @N. */
struct record_@N {
  int id, weights[@K];
  double scale;
  const char *name;
  struct record_@N *next;
};

static struct record_@N table_@N[4] = {
  {@N, {1, 2, 3}, 0.5, "first of @N", 0},
  {@N + 1, {4, 5, 6}, 1.5, "second of @N", &table_@N[0]},
  {@N + 2, {0}, 2.5, "third of @N", &table_@N[1]},
};

static int weigh_@N(const struct record_@N *r, int limit) {
  int sum = 0;
  for (int i = 0; i < @K; i++) {
    if (r->weights[i] > limit)
      continue;
    sum += r->weights[i] * (i + 1);
  }
  return r->next ? sum + weigh_@N(r->next, limit - 1) : sum;
}

static int step_@N(struct buffer *b, int x) {
  switch (x & 7) {
  case 0:
    return @CALL;
  case 1:
    b->kind = (unsigned)x & 7u;
    break;
  case 2:
    b->tag.number = x << 1;
    break;
  case 3:
  case 4:
    b->tag.share = (float)x / 3.0f;
    break;
  default:
    b->age += 1;
  }
  return weigh_@N(&table_@N[x & 3], x);
}

static char *copy_@N(const char *text) {
  size_t n = strlen(text);
  char *p = malloc(n + 1);
  if (p)
    memcpy(p, text, n + 1);
  return p;
}

int run_@N(struct buffer *b, const char *text) {
  static const handler handlers[2] = {step_@N, step_@N};
  int total = 0;
  char *copy = copy_@N(text);
  if (!copy)
    return -1;
  for (const char *p = copy; *p; p++) {
    int digit = *p >= '0' && *p <= '9' ? *p - '0' : -1;
    if (digit < 0 && put(b, *p) != 0)
      goto out;
    total += handlers[digit & 1](b, digit);
  }
  if (*text)
    total ^= @REST;
out:
  free(copy);
  return total;
}
`
