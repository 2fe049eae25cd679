//! part switches
//! part loops
//! part recursion
//! part gotos
//! part conditions
/* Control flow on unknown values. */
#include "conformance.h"

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

static int classify(int x)
{
	switch (x) {
	case -5 ... -1: return 1;
	case 0: return 2;
	case 1: case 3: case 5: return 3;
	case 2147483647: return 4;
	default: return 0;
	}
}

static void switches(void)
{
	int x = __VERIFIER_nondet_int();
	int k = classify(x);
	CHECK((k == 1) == (x < 0 && x >= -5) && (k == 2) == !x && (k == 4) == (x == 2147483647));
	CHECK((k == 3) == (x > 0 && x <= 5 && x % 2 == 1));
	unsigned long y = __VERIFIER_nondet_ulong();
	int r = 0;
	switch (y) {
	case 0x100000000UL: r = 1; break;
	case ~0UL: r = 2;
	case 7: r += 4;
	}
	CHECK(r == (y == 0x100000000UL ? 1 : y == ~0UL ? 6 : y == 7 ? 4 : 0));
}

static void loops(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	__VERIFIER_assume(n < 6);
	unsigned s = 0;
	for (unsigned i = 0; i <= n; i++)
		s += i;
	CHECK(s == n * (n + 1) / 2);
	unsigned char c = __VERIFIER_nondet_uchar();
	int bits = 0;
	for (unsigned m = c; m; m &= m - 1)
		bits++;
	CHECK(bits == __builtin_popcount(c));
	unsigned a = __VERIFIER_nondet_uchar() % 8, b = __VERIFIER_nondet_uchar() % 8, x = a, y = b;
	while (y) {
		unsigned t = x % y;
		x = y;
		y = t;
	}
	CHECK(x == 0 ? a == 0 && b == 0 : a % x == 0 && b % x == 0);
}

static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }

static void recursion(void)
{
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= 0 && n <= 6);
	static const int known[] = {1, 1, 2, 6, 24, 120, 720};
	CHECK(fact(n) == known[n]);
}

static void gotos(void)
{
	static void *const labels[] = {&&one, &&two, &&three};
	unsigned i = __VERIFIER_nondet_uint();
	int r = 0;
	__VERIFIER_assume(i < 3);
	if (i == 0) goto one;
	if (i == 1) goto two;
	goto *labels[2];
one:	r += 1;
two:	r += 10;
three:	r += 100;
	CHECK(r == (i == 0 ? 111 : i == 1 ? 110 : 100));
}

static int order(int a, int b) { return a < b ? -1 : a > b; }

static void conditions(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
	CHECK(order(a, b) == -order(b, a));
	if (order(a, b) < 0 && order(b, c) < 0)
		CHECK(order(a, c) < 0);
	int m = a > b ? a > c ? a : c : b > c ? b : c;
	CHECK(m >= a && m >= b && m >= c && (m == a || m == b || m == c));
	int t;
	if (a > b) t = a, a = b, b = t;
	if (b > c) t = b, b = c, c = t;
	if (a > b) t = a, a = b, b = t;
	CHECK(a <= b && b <= c);
	if (a > 0 && (b = a, b > 5))
		CHECK(a > 5 && b == a);
}

int main(void)
{
	PART();
	done();
	return 0;
}
