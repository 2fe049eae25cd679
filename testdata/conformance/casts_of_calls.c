//! part widths
//! part results
//! part pointers
//! part floats
/* Calls through pointers of other types and without prototypes, as far as they
 * work on the machine: integers and addresses of different widths. Floating
 * point that is chosen, copied or negated without being known, and signs of
 * numbers that are none. */
#include "conformance.h"

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

struct node { int v; };

static int narrow(int x) { return x ^ 5; }
static char tiny(char c) { return c; }
static int first(int a) { return a; }
static void nothing(int *p) { *p = 8; }
static int by_value(const struct node *n) { return n->v; }
static long identity(long x) { return x; }

static void widths(void)
{
	long y = __VERIFIER_nondet_long();
	int x = __VERIFIER_nondet_int();
	CHECK(((int (*)(long))narrow)(y) == ((int)y ^ 5));
	CHECK(((char (*)(int))tiny)(x) == (char)x);
	CHECK((int)((long (*)(int))identity)(x) == x);
	int (*old)() = first;
	CHECK(old(x, 1.5, &x, y) == x);
}

static void results(void)
{
	int x = __VERIFIER_nondet_int(), k = 0;
	CHECK((char)((char (*)(int))narrow)(x) == (char)(x ^ 5));
	CHECK((int)((long (*)(int))narrow)(x) == (x ^ 5));
	((void (*)(int))narrow)(x);
	((int (*)(int *))nothing)(&k);
	CHECK(k == 8);
}

static void pointers(void)
{
	struct node n = {__VERIFIER_nondet_int()};
	int (*compare)(void *) = (int (*)(void *))by_value;
	CHECK(compare(&n) == n.v && ((int (*)(long))by_value)((long)&n) == n.v);
	CHECK(((struct node *(*)(struct node *))identity)(&n)->v == n.v);
}

static void floats(void)
{
	union { float f; unsigned u; } a = {.u = (unsigned)__VERIFIER_nondet_int()}, b;
	b.f = -a.f;
	CHECK(b.u == (a.u ^ 0x80000000u));
	b.f = __builtin_fabsf(a.f);
	CHECK(b.u == (a.u & 0x7fffffffu));
	a.u = 0xffa00001u; /* a signaling NaN: only its sign may change */
	b.f = __builtin_fabsf(a.f);
	CHECK(b.u == 0x7fa00001u);
	b.f = __builtin_copysignf(a.f, 1);
	CHECK(b.u == 0x7fa00001u);
	a.u = (unsigned)__VERIFIER_nondet_int();
	double d = a.u & 1 ? 1.5 : 2.5;
	CHECK(d * 2 == (a.u & 1 ? 3.0 : 5.0));
}

int main(void)
{
	PART();
	done();
	return 0;
}
