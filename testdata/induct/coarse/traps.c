/* What would follow if the outline of a program took more for known than it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int *lookup(int key); /* not in this program */
void visit(void (*f)(int *)); /* not in this program */
extern int table[]; /* of a size that is known elsewhere */
#define in() __VERIFIER_nondet_int()

static int *shared;
static int flag;

/* Variables whose address leaves the function are changed by others. */
static int **kept;
static void clear(int **p) {
	if (in())
		clear(p);
	*p = NULL;
}
static void clear_kept(void) {
	if (in())
		clear_kept();
	*kept = NULL;
}

static int escapes(void) {
	int x = 1, y = 1, *p = &x, *q = &x, *w = &x, **r = &w, *s = &x, *t[2] = { &x, &x };
	struct { int *f, *g; } u = { &x, &x };
	int **v = in() ? &s : &p;
	switch (in()) {
	case 0:
		clear(&q);
		return *q; // @reachable null-access
	case 1:
		kept = r;
		clear_kept();
		return *w; // @reachable null-access
	case 2:
		clear(v);
		return *s; // @reachable null-access
	case 3:
		clear(&t[y]);
		return *t[y]; // @reachable null-access
	}
	clear(&u.g);
	return *u.g; // @reachable null-access
}

/* A function whose address is taken is called by anybody. */
static void visitor(int *p) {
	*p = 1; // @reachable null-access
}

/* Memory holds anything: null and numbers, too. */
static int memory(void) {
	int x, *p;
	if (in())
		shared = &flag;
	p = shared;
	x = *p; // @reachable null-access
	if (shared)
		x += *shared; // @unproved null-access
	return x;
}

/* A function that is not in the program may return null. */
static int elsewhere(void) {
	int *p = lookup(3);
	return *p; // @reachable null-access
}

/* A pointer that was never written may be anything. */
static int unwritten(void) {
	int *p, x = 1;
	if (in())
		p = &x;
	return *p; // @reachable foreign-access
}

/* A library function that is not followed fails in any way that is asked for, and
 * returns anything. */
static int library(char *s) {
	char text[8], *end;
	int n = sprintf(text, "%s", s); // @reachable out-of-bounds
	long k = strtol(s, &end, 10);
	return 100 / (int)(n - 3) + (int)(7 / k) + *end; // @reachable division-by-zero
}

/* What a structure that is passed by value holds comes from the caller. */
struct box { int *content; };
static int open_box(struct box b) { return *b.content; } // @reachable null-access

/* What a function returns is not what it was called with. */
static int *other(int *p) { return flag ? p : NULL; }
static int result(void) {
	int x = 0;
	return *other(&x); // @reachable null-access
}

/* An object may be dead, or too small, though a pointer to it is not null. */
static int *block(int n) { return malloc(n); }
static int dead(void) {
	int *p = block(2); // of 2 bytes
	if (p == NULL)
		return 0;
	if (in())
		return p[0]; // @reachable out-of-bounds
	free(p);
	return p[0]; // @reachable dead-access
}

/* The caller's variable outlives the call, the callee's does not. */
static int *local(void) { int x = 1, *p = &x; return p; }

/* What a parameter points to lives, somewhere. */
static int through(int *p, int n) {
	*p = n;
	if (n > 0)
		return through(p, n - 1);
	return 1 / *p; // @reachable division-by-zero
}
static int passed(void) {
	int x;
	return through(&x, 3);
}

/* A function that is called through a pointer returns anything. */
static int three(void) { return 3; }
static int zero(void) { return 0; }
static int called(void) {
	int (*f)(void) = in() ? three : zero;
	return 1 / f(); // @reachable division-by-zero
}

/* A function of another type is no function to call here. */
static int other_type(void) {
	long (*f)(long, long) = (long (*)(long, long))(void *)zero;
	return (int)f(1, 2); // @reachable bad-call
}

/* An array of which only a declaration is here has elements. */
static int declared(void) {
	if (table[2] > 0)
		return 1 / flag; // @reachable division-by-zero
	return 0;
}

/* The turns of a loop that makes an array of another size each have their own. */
static int sizes(int n) {
	int sum = 0;
	for (int i = 1; i < n; i++) {
		int a[i];
		a[0] = i;
		sum += a[i - 1]; // @unproved out-of-bounds
	}
	return sum;
}

/* Constructors run, too. */
static int *early;
__attribute__((constructor)) static void begin(void) {
	early = &flag;
	flag = 1 / in(); // @reachable division-by-zero
}

/* Pointers that are told apart by their objects only. */
static long apart(char *s) {
	char text[4];
	return text - s; // @unproved pointer-difference
}

/* What library models say of texts. */
static int digits(void) {
	char text[4];
	for (int i = 0; i < 4; i++)
		text[i] = '7';
	return strtod(text, NULL) > 1; // @reachable no-text
}

int main(int argc, char **argv) {
	struct box b = { NULL };
	visit(visitor);
	switch (in()) { // each of these may be the first to go wrong
	case 0: return escapes();
	case 2: return memory();
	case 3: return elsewhere();
	case 4: return unwritten();
	case 5: return library(argv[0]);
	case 6: return open_box(b);
	case 7: return result();
	case 8: return dead();
	case 9: return declared();
	case 10: return sizes(argc);
	case 11: return passed();
	case 12: return called();
	case 14: return other_type();
	case 13: return (int)apart(argv[0]);
	case 15: return digits();
	}
	return *local(); // @reachable dead-access
}
