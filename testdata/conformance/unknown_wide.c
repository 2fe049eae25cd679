//! part products
//! part quotients
//! part wide
//! part divisions
/* Products and quotients of unknown values, on ranges that a solver manages. */
#include "conformance.h"

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
unsigned char __VERIFIER_nondet_uchar(void);
__int128 __VERIFIER_nondet_int128(void);
void __VERIFIER_assume(int);

typedef unsigned __int128 u128;

/* The upper half of a 128-bit product from four 64-bit ones. */
static unsigned long high(unsigned long a, unsigned long b)
{
	unsigned long al = (unsigned)a, ah = a >> 32, bl = (unsigned)b, bh = b >> 32;
	unsigned long m = ah * bl + (al * bl >> 32);
	unsigned long n = al * bh + (unsigned)m;
	return ah * bh + (m >> 32) + (n >> 32);
}

static void products(void)
{
	unsigned long a = __VERIFIER_nondet_ulong(), b = 0xfedcba9800000011UL;
	__VERIFIER_assume((a & ~0x30000000fUL) == 0);
	CHECK(high(a, b) == (unsigned long)((u128)a * b >> 64));
	CHECK(a * b == (unsigned long)((u128)a * b));
	unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
	__VERIFIER_assume(x < 16 && y < 16);
	CHECK((x + y) * (x - y) == x * x - y * y);
	CHECK(x * y <= 225 && (x * y == 0) == (x == 0 || y == 0));
}

static void quotients(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	__VERIFIER_assume(a >= -40 && a <= 40 && b >= -6 && b <= 6 && b != 0);
	CHECK(a / b * b + a % b == a);
	CHECK(a % b == 0 || (a % b < 0) == (a < 0));
	CHECK((a % b < 0 ? -(a % b) : a % b) < (b < 0 ? -b : b));
	CHECK(-a / b == -(a / b) && a / -b == -(a / b));
	unsigned u = __VERIFIER_nondet_uint();
	CHECK(u % 8 == (u & 7) && u / 8 * 8 + u % 8 == u);
	CHECK(u / 2 >= 0x40000000u ? (int)u < 0 : (int)u >= 0);
}

static void wide(void)
{
	__int128 x = __VERIFIER_nondet_int128();
	unsigned long hi = (unsigned long)((u128)x >> 64), lo = (unsigned long)x;
	CHECK((__int128)((u128)hi << 64 | lo) == x);
	CHECK((x < 0) == (hi >> 63) && ~x == -(u128)x - 1);
	u128 sum = (u128)x + 1;
	CHECK((unsigned long)sum == lo + 1 && (unsigned long)(sum >> 64) == hi + (lo + 1 == 0));
	CHECK((__int128)((u128)(x ^ (x >> 127)) - (u128)(x >> 127)) >= 0 || x == (__int128)((u128)1 << 127));
	unsigned _BitInt(65) v = (unsigned _BitInt(65))(u128)x;
	CHECK((unsigned long)v == lo && (v >> 64 & 1) == (hi & 1));
	_BitInt(7) s = (_BitInt(7))lo;
	CHECK(s >= -64 && s <= 63 && (s & 127) == (lo & 127));
}

static void divisions(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	if (b > 0)
		a = a / b; // @unreachable division-by-zero
	else if (b != 0)
		a = a > -100 ? a / b : 0; // @unreachable division-overflow
	CHECK(b <= 0 || a < 1073741824 || b == 1);
}

int main(void)
{
	PART();
	done();
	return 0;
}
