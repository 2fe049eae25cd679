/* What can be told of a program without its memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct account { long id; };
struct account *find_account(const char *name); /* not in this program */
_Noreturn void die(const char *text);
#define in() __VERIFIER_nondet_int()

struct cursor { const char *text; int at, depth; };
struct list { struct list *next; int value; };
static struct list *all;

/* A parameter: not null at any call, through recursion. */
static int parse(struct cursor *c, int level) {
	int sum = 0;
	c->at++; // @unreachable null-access
	while (in() && level < 9) {
		if (c->text == NULL)
			return -1;
		sum += parse(c, level + 1);
		c->depth = level; // @unreachable null-access
	}
	return sum; // @unreachable uninitialised-read
}

/* A result: null, or made by malloc. */
static struct list *push(int value) {
	struct list *l = malloc(sizeof *l);
	if (l == NULL)
		die("no memory");
	l->value = value; // @unreachable null-access
	l->next = all;    // @unreachable null-access
	all = l;
	return l;
}

/* What a function that is elsewhere returns may be null, and nothing else that is
 * no object. */
static long owner(const char *name) {
	struct account *a = find_account(name);
	if (a == NULL)
		a = find_account("root");
	if (a == NULL)
		die("nobody");
	return a->id; // @unreachable null-access
}

/* An index into an array whose contents do not matter. */
static int histogram(const char *text, int n) {
	int count[26], i, c, best = 0;
	memset(count, 0, sizeof count);
	for (i = 0; i < n; i++) {
		c = text[i];
		if (c >= 'a' && c <= 'z')
			count[c - 'a']++; // @unreachable out-of-bounds
	}
	for (i = 1; i < 26; i++)
		if (count[i] > count[best]) // @unreachable index-bound
			best = i;
	return 100 / (best + 1); // @unreachable division-by-zero
}

/* A structure that is passed by value is a private copy. */
struct box { int *content, size; };
static int first(struct box b) { return b.size > 0 ? *b.content : 0; } // @unreachable null-access

/* Only known functions are called through the pointer. */
static int twice(int x) { return x > 1000 ? 0 : 2 * x; }
static int apply(int (*f)(int), int x) { return f(x); } // @unreachable null-access

int main(int argc, char **argv) {
	struct cursor c = { argv[0], 0, 0 };
	char line[80];
	struct box b;
	int x = in();
	if (!fgets(line, sizeof line, stdin))
		return 1;
	if (argc < 1)
		x /= argc - argc; // @unreachable division-by-zero
	b.content = &x;
	b.size = in();
	while (in())
		push(parse(&c, 0));
	return histogram(line, strlen(line)) + (int)owner(line) + first(b) + apply(twice, x);
}
