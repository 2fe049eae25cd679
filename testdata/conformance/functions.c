/* Function pointers, callbacks, calls without prototypes, recursion. */
#include "conformance.h"

typedef int (*binary)(int, int);
struct op { const char *name; binary f; };
struct object { const struct vtable *vt; int state; };
struct vtable { int (*get)(const struct object *); void (*add)(struct object *, int); };

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct op ops[] = {{"add", add}, {"sub", sub}, {"mul", mul}, {0, 0}};
static binary table[2][2] = {{add, sub}, {mul, 0}};

static int get(const struct object *o) { return o->state; }
static int get_twice(const struct object *o) { return 2 * o->state; }
static void bump(struct object *o, int n) { o->state += n; }
static const struct vtable plain = {get, bump}, doubled = {get_twice, bump};

static binary select(char c) { return c == '+' ? add : c == '-' ? sub : mul; }
static int fold(binary f, const int *a, int n) { return n == 1 ? a[0] : f(a[0], fold(f, a + 1, n - 1)); }
static int (*pick(int which))(int, int) { return table[which / 2][which % 2]; }

static void each(int *a, int n, void (*f)(int *, void *), void *ctx)
{
	for (int i = 0; i < n; i++)
		f(a + i, ctx);
}
static void accumulate(int *x, void *ctx) { *(int *)ctx += *x; }
static void negate(int *x, void *ctx) { (void)ctx; *x = -*x; }

/* Definitions in the style before prototypes, called without one. */
static int old(a, b, c) int a; char b; short c; { return a * 100 + b * 10 + c; }
static int caller() { return old(1, 2, 3); }
int later();
static int forward(int x) { return later(x, 2 * x); }
int later(int x, int y) { return y - x; }

static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int ackermann(int m, int n) { return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

static int hanoi(int n, int from, int to)
{
	return n ? hanoi(n - 1, from, 6 - from - to) + 1 + hanoi(n - 1, 6 - from - to, to) : 0;
}

static int place(int row, int n, unsigned cols, unsigned up, unsigned down)
{
	int count = row == n;
	for (int c = 0; c < n && row < n; c++)
		if (!(cols >> c & 1) && !(up >> (row + c) & 1) && !(down >> (row - c + n) & 1))
			count += place(row + 1, n, cols | 1u << c, up | 1u << (row + c), down | 1u << (row - c + n));
	return count;
}

/* Each activation has its own variables, and may point into the others. */
static int chain(int n, const int *above)
{
	int mine = n + (above ? *above : 0);
	return n ? chain(n - 1, &mine) : mine;
}

static struct object make(int n) { return (struct object){n % 2 ? &doubled : &plain, n}; }
static void nothing(void) {}
static inline __attribute__((always_inline)) int inlined(int x) { return x ? x + 1 : 7; }

int main(void)
{
	int v[] = {1, 2, 3, 4}, sum = 0;
	CHECK(ops[0].f(5, 3) == 8 && ops[1].f(5, 3) == 2 && (*ops[2].f)(5, 3) == 15 && (**ops[2].f)(2, 2) == 4);
	for (const struct op *o = ops; o->name; o++)
		sum += o->f(6, 2);
	CHECK(sum == 8 + 4 + 12);
	CHECK(select('-')(9, 4) == 5 && select('*')(9, 4) == 36 && pick(2)(3, 3) == 9 && pick(0) == add && !pick(3));
	CHECK(fold(add, v, 4) == 10 && fold(sub, v, 4) == -2 && fold(mul, v, 4) == 24);
	sum = 0;
	each(v, 4, negate, 0);
	each(v, 4, accumulate, &sum);
	CHECK(sum == -10 && v[2] == -3);
	struct object a = make(4), b = make(5);
	a.vt->add(&a, 10);
	b.vt->add(&b, 1);
	CHECK(a.vt->get(&a) == 14 && b.vt->get(&b) == 12 && make(3).vt->get == get_twice);
	CHECK(caller() == 123 && forward(21) == 21);
	CHECK(even(10) && odd(7) && !even(3) && depth(500) == 500);
	CHECK(fib(12) == 144 && ackermann(2, 2) == 7 && hanoi(6, 1, 3) == 63 && place(0, 5, 0, 0, 0) == 10);
	CHECK(chain(10, 0) == 55);
	void (*f)(void) = nothing;
	f();
	(*f)();
	(nothing)();
	CHECK(f == nothing && f && nothing && (void *)f != (void *)main);
	CHECK(((int (*)(int, int))(void (*)(void))add)(1, 2) == 3 && ((binary)(unsigned long)add)(1, 2) == 3);
	CHECK(inlined(3) == 4 && inlined(0) == 7);
	done();
	return 0;
}
