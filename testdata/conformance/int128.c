/* Arithmetic of __int128. Its quotients must not need a library: clang keeps
 * them as one instruction in the IR. */
#include "conformance.h"

typedef __int128 i128;
typedef unsigned __int128 u128;

#define U(hi, lo) ((u128)(hi) << 64 | (lo))

static u128 stored = 5;
static i128 negative = -3;
static u128 table[3] = {1, U(2, 3), U(0xffffffffffffffffUL, 0xffffffffffffffffUL)};
static struct { char c; i128 x; char d; } padded = {1, -2, 3};

static unsigned long hi(u128 x) { return (unsigned long)(x >> 64); }
static unsigned long lo(u128 x) { return (unsigned long)x; }
static i128 negate(i128 x) { return -x; }

static void sums(void)
{
	u128 a = U(1, 0xffffffffffffffffUL), b = 1;
	i128 m = -1, min = (i128)1 << 127;
	CHECK(a + b == U(2, 0));
	CHECK(hi(a - (a + b)) == 0xffffffffffffffffUL);
	CHECK(m < 0 && (u128)m > a);
	CHECK(hi(m) == ~0UL && lo(m) == ~0UL);
	CHECK(min < m && min - 1 > 0);
	CHECK(-min == min);
	CHECK(negate(5) == -5 && negate(-5) == 5);
	CHECK((long)m == -1 && (int)min == 0);
	CHECK((i128)(long)-7 == -7 && (u128)(unsigned)-7 == 4294967289u);
	CHECK((m ^ min) == ~min && (m & min) == min && (m | min) == m);
}

static void constants(void)
{
	CHECK(stored == 5 && negative == -3 && stored + negative == 2);
	stored = 7;
	CHECK(stored == 7 && lo(stored) == 7 && hi(stored) == 0);
	stored = 123456789012345678UL;
	CHECK(lo(stored) == 123456789012345678UL);
	negative = -2;
	CHECK(hi(negative) == ~0UL && lo(negative) == ~1UL);
	CHECK(table[0] == 1 && hi(table[1]) == 2 && lo(table[1]) == 3 && table[2] == ~(u128)0);
	CHECK(padded.c == 1 && padded.x == -2 && padded.d == 3);
	padded.x = 6;
	CHECK(padded.c == 1 && padded.x == 6 && padded.d == 3);
	CHECK(sizeof padded == 48);
}

static void products(void)
{
	u128 a = 0xffffffffffffffffUL;
	i128 s = -123456789012345678L;
	CHECK(a * a == U(0xfffffffffffffffeUL, 1));
	CHECK(hi(a * 16) == 15 && lo(a * 16) == 0xfffffffffffffff0UL);
	CHECK(hi((u128)(s * s)) == 826247639818522UL && lo((u128)(s * s)) == 11680798775533448132UL);
	CHECK(s * -1 == 123456789012345678L);
	CHECK((s * 1000000000000L) / 1000000000000L == s);
	CHECK((u128)s * 2 == (u128)(s + s));
}

static void quotients(void)
{
	u128 a = U(5, 7), b = 10;
	i128 s = -(i128)U(1, 1), d = 7;
	CHECK(a / b * b + a % b == a);
	CHECK(hi(a / 5) == 1 && lo(a / 5) == 1 && a % 5 == 2);
	CHECK(s / d * d + s % d == s && s % d <= 0);
	CHECK(s / -d == -(s / d) && s % -d == s % d);
	CHECK(U(1, 0) / 3 == 0x5555555555555555UL && U(1, 0) % 3 == 1);
	CHECK((i128)-9 / 2 == -4 && (i128)-9 % 2 == -1);
	CHECK(a / U(2, 0) == 2 && a % U(2, 0) == U(1, 7));
}

static void shifts(void)
{
	u128 one = 1;
	i128 m = -((i128)1 << 100);
	CHECK(hi(one << 64) == 1 && lo(one << 64) == 0);
	CHECK(hi(one << 127) == 0x8000000000000000UL);
	CHECK((one << 127) >> 127 == 1);
	CHECK(m >> 100 == -1 && m >> 99 == -2 && m >> 127 == -1);
	CHECK((u128)m >> 127 == 1);
	for (int i = 0; i < 128; i++) {
		u128 x = one << i;
		CHECK(x >> i == 1);
		CHECK((x & (x - 1)) == 0);
		CHECK(i < 64 ? lo(x) == 1UL << i : hi(x) == 1UL << (i - 64));
	}
}

static int pick(i128 x)
{
	switch (x) {
	case 1:
		return 10;
	case (i128)1 << 100:
		return 20;
	case -1:
		return 30;
	}
	return 0;
}

static void others(void)
{
	i128 r;
	CHECK(pick(1) == 10 && pick((i128)1 << 100) == 20 && pick(-1) == 30 && pick(2) == 0);
	CHECK(!__builtin_add_overflow((i128)1, (i128)2, &r) && r == 3);
	CHECK(__builtin_add_overflow(((i128)1 << 126), ((i128)1 << 126), &r) && r == (i128)1 << 127);
	CHECK((_Bool)((i128)1 << 90) && !(_Bool)(i128)0);
	CHECK(((i128)1 << 90 ? 3 : 4) == 3);
	i128 n = 0;
	for (i128 i = -3; i <= 3; i++)
		n += i * i;
	CHECK(n == 28);
	n++;
	--n;
	n <<= 70;
	n >>= 69;
	CHECK(n == 56);
}

int main(void)
{
	sums();
	constants();
	products();
	quotients();
	shifts();
	others();
	done();
	return 0;
}
