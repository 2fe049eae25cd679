/* Enumerates all runs of a reference program, or replays given inputs with all
   choices. Output: "hit LINE CLASS" per violation that happened on some run
   with no earlier path-ending error, "after LINE CLASS = L:C L:C …" per one
   that only happened after errors, and "runs N STATE". */
#define _GNU_SOURCE
#include "classes.h"
#include "runtime.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 2000, MAX_PICKS = 400, MAX_OBJECTS = 6000, ARENA = 1 << 18, FUEL = 3000, MAX_ERRORS = 12, MAX_REPLAYS = 100000 };

static struct { unsigned char value, count; } picks[MAX_PICKS];
static int picks_made, pick_at;
static unsigned char hits[MAX_LINE][C_COUNT];
static jmp_buf end_of_run;
static int fuel, out_of_fuel, overflowed;

/* Replay: the inputs that a witness gives. */
static struct { char key[64]; uint64_t value; } feeds[512];
static int replaying, feed_count, feed_at, want_line, want_class, wanted_hit;

/* Errors of this run; only in the second enumeration, which goes on after
   them as if the operation had no effect. */
static int going_on, error_count;
static struct { int line, class; } errors[MAX_ERRORS];
static char after[MAX_LINE][C_COUNT][3][200];

void stop_run(void) { longjmp(end_of_run, 1); }

unsigned pick(unsigned n) {
  if (n <= 1)
    return 0;
  if (pick_at == MAX_PICKS || n > 256) {
    overflowed = 1;
    stop_run();
  }
  if (pick_at == picks_made) {
    picks[picks_made].value = 0;
    picks[picks_made].count = (unsigned char)(n - 1);
    picks_made++;
  }
  return picks[pick_at++].value;
}

static int next_run(void) {
  while (picks_made > 0 && picks[picks_made - 1].value == picks[picks_made - 1].count)
    picks_made--;
  if (picks_made == 0)
    return 0;
  picks[picks_made - 1].value++;
  return 1;
}

static void remember(int line, int class) {
  char text[200] = "";
  int n = 0;
  for (int i = 0; i < error_count && n < 180; i++)
    n += snprintf(text + n, sizeof text - n, " %d:%d", errors[i].line, errors[i].class);
  for (int i = 0; i < 3; i++) {
    if (!strcmp(after[line][class][i], text))
      return;
    if (!after[line][class][i][0]) {
      strcpy(after[line][class][i], text);
      return;
    }
  }
}

void note(int line, int class) {
  if (line >= MAX_LINE)
    abort();
  if (error_count > 0)
    remember(line, class);
  else
    hits[line][class] = 1;
  if (replaying && line == want_line && class == want_class)
    wanted_hit = 1;
}

void fail(int line, int class) {
  note(line, class);
  if (!going_on || error_count == MAX_ERRORS)
    stop_run();
  errors[error_count].line = line;
  errors[error_count++].class = class;
}

/* Objects. shadow: 0 unwritten, 1 written, 2 unwritten with a chosen value,
   3 part of a pointer. Addresses have another form here than in the machine:
   a run that looks at the bytes of one cannot be followed. */
static struct { unsigned char *data, *shadow; unsigned size; char alive, heap; int died; } objects[MAX_OBJECTS];
static int object_count, loading_pointer;
static unsigned char arena[2 * ARENA];
static unsigned arena_used;

int fresh(unsigned size, int zero) {
  if (object_count == MAX_OBJECTS || arena_used + 2 * size > sizeof arena) {
    overflowed = 1;
    stop_run();
  }
  int o = object_count++;
  objects[o].data = arena + arena_used;
  objects[o].shadow = arena + arena_used + size;
  memset(objects[o].data, 0, size);
  memset(objects[o].shadow, zero, size);
  arena_used += 2 * size;
  objects[o].size = size;
  objects[o].alive = 1;
  objects[o].heap = 0;
  objects[o].died = 0;
  return o;
}

int fresh_copy(int line, P from, unsigned size) {
  int o = fresh(size, 0);
  copy(line, PTR(o, 0), from, size);
  return o;
}

static void bury(int o) {
  objects[o].alive = 0;
  objects[o].died = object_count;
}

void kill_(int *o) { bury(*o); }

static int object_of(P p) { return (int)(p >> 40); }
static int64_t offset_of(P p) { return (int64_t)(p << 24) >> 24; }

/* admit checks an access and tells whether it may be made. */
static int admit(int line, P p, unsigned n) {
  int o = object_of(p);
  int64_t off = offset_of(p);
  if (o == 0) {
    fail(line, off >= 0 && off < 4096 ? C_NULL : C_FOREIGN);
    return 0;
  }
  if (o >= object_count) {
    fail(line, C_FOREIGN);
    return 0;
  }
  if (!objects[o].alive) {
    fail(line, C_DEAD);
    return 0;
  }
  if (off < 0 || off + n > objects[o].size) {
    fail(line, C_BOUNDS);
    return 0;
  }
  return 1;
}

_Noreturn static void lost(void) {
  overflowed = 1;
  stop_run();
}

void load(int line, P p, unsigned n, void *out) {
  memset(out, 0, n);
  if (!admit(line, p, n))
    return;
  unsigned char *d = objects[object_of(p)].data + offset_of(p), *s = objects[object_of(p)].shadow + offset_of(p);
  int unwritten = 0;
  for (unsigned i = 0; i < n; i++) {
    unwritten |= s[i] == 0 || s[i] == 2;
    if (s[i] == 3 && !loading_pointer)
      lost();
  }
  if (unwritten)
    note(line, C_UNINIT);
  if (s[0] == 0) {
    d[0] = (unsigned char)pick(READ_MASK + 1);
    s[0] = 2;
  }
  memcpy(out, d, n);
}

_Bool load_bool(int line, P p) {
  unsigned char b;
  load(line, p, 1, &b);
  if (b <= 1)
    return b;
  note(line, C_BOOL);
  return pick(2);
}

void load_pointer(int line, P p, void *out) {
  loading_pointer = 1;
  load(line, p, sizeof(P), out);
  loading_pointer = 0;
  if (*(P *)out != 0)
    for (unsigned i = 0; i < sizeof(P); i++)
      if (objects[object_of(p)].shadow[offset_of(p) + i] != 3)
        lost();
  int o = object_of(*(P *)out);
  if (o != 0 && o < object_count && !objects[o].alive)
    note(line, C_DANGLING);
}

void store(int line, P p, unsigned n, const void *in) {
  if (!admit(line, p, n))
    return;
  memcpy(objects[object_of(p)].data + offset_of(p), in, n);
  memset(objects[object_of(p)].shadow + offset_of(p), 1, n);
}

void store_pointer(int line, P p, P q) {
  if (!admit(line, p, sizeof q))
    return;
  store(line, p, sizeof q, &q);
  if (q != 0)
    memset(objects[object_of(p)].shadow + offset_of(p), 3, sizeof q);
}

void copy(int line, P to, P from, unsigned n) {
  if (!admit(line, to, n) || !admit(line, from, n))
    return;
  memmove(objects[object_of(to)].data + offset_of(to), objects[object_of(from)].data + offset_of(from), n);
  memmove(objects[object_of(to)].shadow + offset_of(to), objects[object_of(from)].shadow + offset_of(from), n);
}

P step_(P p, int64_t i, unsigned size) { return PTR(object_of(p), offset_of(p) + i * (int64_t)size); }

P index_(int line, P p, int64_t i, int64_t n, unsigned size) {
  if (i < 0 || i >= n)
    note(line, C_INDEX);
  return step_(p, i, size);
}

/* low_bits of an address: those that the object's alignment, above mask,
   determines. */
uint64_t low_bits(P p, uint64_t mask) { return (uint64_t)offset_of(p) & mask; }

static int compare_numbers(uint64_t x, uint64_t y, int op) {
  return op == EQ ? x == y : op == NE ? x != y : op == LT ? x < y : op == LE ? x <= y : op == GT ? x > y : x >= y;
}

/* overlapped: there was a moment at which both objects lived. Objects are
   numbered in the order of their births. */
static int overlapped(int a, int b) {
  return !(objects[a].died && objects[a].died <= b) && !(objects[b].died && objects[b].died <= a);
}

static unsigned extent(int o) { return objects[o].size ? objects[o].size : 1; }

/* may_equal: 0 no, 1 yes. Objects that lived at one moment do not cover each
   other. What depends on an alignment that nobody told us loses the run. */
static int may_equal(P a, P b) {
  int oa = object_of(a), ob = object_of(b);
  int64_t d = offset_of(a) - offset_of(b); /* b's object would lie d above a's */
  if (overlapped(oa, ob) && d < (int64_t)extent(oa) && -d < (int64_t)extent(ob))
    return 0;
  int small = extent(oa) <= 4 && extent(ob) <= 4 && !objects[oa].heap && !objects[ob].heap;
  if (d % 16 != 0 && !(small && d % 4 == 0))
    lost();
  return 1;
}

/* The one question about the addresses of two objects that a run may choose
   the answer of. One question needs no transitivity. */
static struct { P a, b; int order, answer; } question;

static int choose_address(P a, P b, int order) {
  if (!question.a) {
    question.a = a, question.b = b, question.order = order;
    question.answer = (int)pick(2);
  }
  if (question.order == order && question.a == a && question.b == b)
    return question.answer;
  if (question.order == order && question.a == b && question.b == a)
    return order ? !question.answer : question.answer;
  overflowed = 1;
  stop_run();
}

int compare_pointers(int line, P a, P b, int op) {
  int oa = object_of(a), ob = object_of(b);
  if (oa == ob) {
    int64_t x = offset_of(a), y = offset_of(b);
    uint64_t shift = oa == 0 ? 0 : 1ull << 50;
    return compare_numbers((uint64_t)x + shift, (uint64_t)y + shift, op);
  }
  if (oa != 0 && oa < FUNCTIONS && !objects[oa].alive)
    note(line, C_DANGLING);
  if (ob != 0 && ob < FUNCTIONS && !objects[ob].alive)
    note(line, C_DANGLING);
  if (oa == 0 || ob == 0) /* objects lie well above address 0 */
    return compare_numbers(oa == 0 ? (uint64_t)offset_of(a) : 1ull << 40, ob == 0 ? (uint64_t)offset_of(b) : 1ull << 40, op);
  if (op == EQ || op == NE) {
    if (!may_equal(a, b))
      return op == NE;
    return choose_address(a, b, 0) ? op == EQ : op == NE;
  }
  note(line, C_COMPARE);
  return choose_address(PTR(oa, 0), PTR(ob, 0), 1) ? op == LT || op == LE : op == GT || op == GE;
}

/* The difference of pointers into different objects may be anything. */
int64_t subtract_pointers(int line, P a, P b, int64_t size) {
  int oa = object_of(a), ob = object_of(b);
  if (oa != ob) {
    if (oa != 0 && ob != 0)
      note(line, C_PTRDIFF);
    lost();
  }
  return (offset_of(a) - offset_of(b)) / size;
}

/* Memory is lost if at the end of main no pointer leads to it: neither in an
   object that lives as long as the program nor in one that such a pointer
   leads to. */
static unsigned char reached[MAX_OBJECTS];

void root(int o) {
  if (reached[o] || !objects[o].alive)
    return;
  reached[o] = 1;
  for (unsigned i = 0; i + sizeof(P) <= objects[o].size; i += sizeof(P)) {
    P p;
    unsigned n = 0;
    while (n < sizeof p && objects[o].shadow[i + n] == 3)
      n++;
    if (n < sizeof p)
      continue;
    memcpy(&p, objects[o].data + i, sizeof p);
    if (object_of(p) < object_count)
      root(object_of(p));
  }
}

void leaks(int line) {
  for (int o = 1; o < object_count; o++)
    if (objects[o].heap && objects[o].alive && !reached[o]) {
      note(line, C_LEAK);
      return;
    }
}

P malloc_(int64_t size) {
  if (input("malloc", BOOL, 0, 0, 8))
    return 0;
  if (size < 0)
    return 0;
  int o = fresh((unsigned)size, 0);
  objects[o].heap = 1;
  return PTR(o, 0);
}

void free_(int line, P p) {
  int o = object_of(p);
  if (o == 0 && offset_of(p) == 0)
    return;
  if (o == 0 || o >= FUNCTIONS) {
    fail(line, C_BADFREE);
    return;
  }
  if (objects[o].heap && !objects[o].alive) {
    fail(line, C_DOUBLEFREE);
    return;
  }
  if (!objects[o].heap || !objects[o].alive || offset_of(p) != 0) {
    fail(line, C_BADFREE);
    return;
  }
  bury(o);
}

static uint64_t fed(const char *key) {
  if (feed_at == feed_count)
    stop_run(); /* the witness ends before: later inputs do not matter to it */
  if (strcmp(feeds[feed_at].key, key)) {
    printf("mismatch %s %s\n", feeds[feed_at].key, key);
    stop_run();
  }
  return feeds[feed_at++].value;
}

uint64_t input(const char *key, int form, int64_t a, int64_t b, int64_t size) {
  if (!replaying)
    switch (form) {
    case AND: return pick((unsigned)a + 1);
    case MOD: return pick((unsigned)a);
    case BOOL: return pick(2);
    default: return (uint64_t)(a + pick((unsigned)(b - a + 1)));
    }
  uint64_t v = fed(key);
  int64_t s = (int64_t)(v << (64 - 8 * size)) >> (64 - 8 * size);
  switch (form) {
  case AND: return v & (uint64_t)a;
  case MOD: return (v << (64 - 8 * size) >> (64 - 8 * size)) % (uint64_t)a;
  case BOOL: return v;
  }
  if (s < a || s > b)
    stop_run(); /* the program's own assumption */
  return (uint64_t)s;
}

/* Standard input is a stream of glibc's over bytes that are chosen as they are
   read: a few characters, or the end, for good. */
static FILE *in;
static int in_count, in_ended;
static unsigned char in_bytes[4096];
static int in_size;

static ssize_t read_byte(void *cookie, char *buf, size_t size) {
  static const char alphabet[] = "70- x";
  (void)cookie;
  if (size == 0 || in_ended)
    return 0;
  if (replaying) {
    in_ended = in_count == in_size;
    if (!in_ended)
      *buf = (char)in_bytes[in_count];
  } else {
    unsigned k = in_count < 5 ? pick(sizeof alphabet) : sizeof alphabet - 1;
    in_ended = k == sizeof alphabet - 1;
    *buf = alphabet[k];
  }
  in_count++;
  return !in_ended;
}

static FILE *input_stream(void) {
  if (in == NULL) {
    in = fopencookie(NULL, "r", (cookie_io_functions_t){read_byte, NULL, NULL, NULL});
    setvbuf(in, NULL, _IONBF, 0);
    overflowed |= !replaying; /* the alphabet stands for few inputs only */
  }
  return in;
}

int next_char(void) { return fgetc(input_stream()); }
int scan(int *v) { return fscanf(input_stream(), "%d", v); }

/* Arguments of the program: how many there are and their bytes are chosen when
   they are first looked at. A byte stands for all that have its low bits. */
enum { MAX_ARGS = 6, MAX_ARG_BYTES = 17, ARG_MASK = 7 };
static int arg_count;
static char arg_bytes[MAX_ARGS][MAX_ARG_BYTES];
static char arg_chosen[MAX_ARGS][MAX_ARG_BYTES];

int arg(int i, int k) {
  if (!replaying) {
    if (!arg_count)
      arg_count = 1 + (int)pick(3);
    for (int j = 0; i < arg_count && j <= k; j++) {
      if (!arg_chosen[i][j]) {
        unsigned v = pick(ARG_MASK + 2);
        arg_chosen[i][j] = 1;
        arg_bytes[i][j] = v ? (char)(ARG_MASK + v) : 0;
      }
      if (!arg_bytes[i][j])
        break;
    }
  }
  if (i >= arg_count || (k > 0 && !arg_bytes[i][0]))
    return 0;
  return arg_bytes[i][k];
}

void spin(void) { stop_run(); }

void turn(void) {
  if (++fuel > FUEL) {
    out_of_fuel = 1;
    stop_run();
  }
}

int variadic(int n, ...) {
  va_list ap;
  va_start(ap, n);
  unsigned s = 0;
  while (n-- > 0)
    s += (unsigned)va_arg(ap, int);
  va_end(ap);
  return (int)(s & 1023);
}

static struct program *subject;

static void run(void) {
  loading_pointer = pick_at = fuel = error_count = feed_at = 0;
  question.a = 0;
  in_count = in_ended = 0;
  if (in != NULL)
    fclose(in);
  in = NULL;
  memset(reached, 0, (unsigned)object_count);
  object_count = 1;
  arena_used = 0;
  if (!replaying) {
    arg_count = 0;
    memset(arg_chosen, 0, sizeof arg_chosen);
  }
  if (setjmp(end_of_run))
    return;
  subject->reset_globals();
  subject->ref_main();
}

static long enumerate(long limit) {
  long n = 0;
  picks_made = 0;
  do {
    run();
    n++;
  } while (n < limit && !(replaying && wanted_hit) && next_run());
  return n;
}

static void replay(void) {
  int line, class, n;
  replaying = 1;
  while (scanf("%d %d %d %d %d", &line, &class, &n, &in_size, &arg_count) == 5) {
    for (int i = 0; i < in_size; i++)
      if (i == sizeof in_bytes || scanf("%hhu", &in_bytes[i]) != 1)
        exit(2);
    feed_count = n < 512 ? n : 512;
    for (int i = 0; i < feed_count; i++)
      if (scanf("%63s %llu", feeds[i].key, (unsigned long long *)&feeds[i].value) != 2)
        exit(2);
    for (int i = 0; i < arg_count; i++) {
      int size;
      if (scanf("%d", &size) != 1)
        exit(2);
      for (int k = 0, c; k < size; k++) {
        if (scanf("%d", &c) != 1)
          exit(2);
        if (i < MAX_ARGS && k < MAX_ARG_BYTES)
          arg_bytes[i][k] = (char)c;
      }
      if (i < MAX_ARGS && size < MAX_ARG_BYTES)
        arg_bytes[i][size] = 0;
    }
    want_line = line, want_class = class, wanted_hit = 0;
    overflowed = 0;
    long runs = enumerate(MAX_REPLAYS);
    printf("replay %d %ld\n", wanted_hit ? 1 : overflowed || runs == MAX_REPLAYS ? 2 : 0, runs);
  }
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  subject = &programs[atoi(argv[1])];
  if (argc < 3) {
    replay();
    return 0;
  }
  long limit = atol(argv[2]), n = enumerate(limit);
  int complete = n < limit && !overflowed && !out_of_fuel;
  going_on = 1;
  enumerate(limit / 4);
  for (int l = 0; l < MAX_LINE; l++)
    for (int c = 0; c < C_COUNT; c++) {
      if (hits[l][c])
        printf("hit %d %d\n", l, c);
      for (int i = 0; i < 3 && after[l][c][i][0]; i++)
        printf("after %d %d =%s\n", l, c, after[l][c][i]);
    }
  printf("runs %ld %s\n", n, complete ? "complete" : "incomplete");
  return 0;
}
