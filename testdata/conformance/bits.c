/* Shifts, bit counts, byte order, rotations, and tricks with them. */
#include "conformance.h"

static unsigned rotl(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

static unsigned reverse(unsigned x)
{
	x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
	x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
	x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
	return __builtin_bswap32(x);
}

static int popcount(unsigned long x)
{
	int n = 0;
	for (; x; x &= x - 1)
		n++;
	return n;
}

static unsigned isqrt(unsigned x)
{
	unsigned r = 0;
	for (unsigned b = 1u << 30; b; b >>= 2) {
		unsigned t = r + b;
		r >>= 1;
		if (x >= t) {
			x -= t;
			r += b;
		}
	}
	return r;
}

static unsigned crc32(const char *s)
{
	unsigned c = ~0u;
	while (*s) {
		c ^= (unsigned char)*s++;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
	}
	return ~c;
}

static void shifts(void)
{
	int n = -1;
	long l = 1;
	unsigned char c = 0x81;
	for (int i = 0; i < 31; i++)
		CHECK((1 << i) >> i == 1);
	for (int i = 0; i < 32; i++)
		CHECK(n >> i == -1 && (unsigned)n >> i == 0xffffffffu >> i);
	for (int i = 0; i < 63; i++)
		CHECK((l << i) / (1L << i) == 1);
	CHECK((c << 1) == 0x102 && (unsigned char)(c << 1) == 2 && c >> 7 == 1);
	CHECK(((signed char)c >> 1) == -64);
	CHECK((1UL << 63) >> 63 == 1 && (long)(1UL << 63) >> 63 == -1);
	c <<= 3;
	CHECK(c == 8);
	c >>= (char)2;
	CHECK(c == 2);
}

static void counts(void)
{
	unsigned x = 0x00ff1200u;
	unsigned long y = 0x00000001f0000000UL;
	CHECK(__builtin_clz(x) == 8 && __builtin_ctz(x) == 9);
	CHECK(__builtin_clzl(y) == 31 && __builtin_ctzl(y) == 28);
	CHECK(__builtin_popcount(x) == 10 && __builtin_popcountll(y) == 5);
	CHECK(__builtin_parity(x) == 0 && __builtin_parityl(y) == 1);
	CHECK(__builtin_ffs(0) == 0 && __builtin_ffs((int)x) == 10 && __builtin_ffsl(-1) == 1);
	CHECK(__builtin_clrsb(-1) == 31 && __builtin_clrsb(0) == 31 && __builtin_clrsb(1) == 30);
	CHECK(__builtin_clz(1) == 31 && __builtin_ctz(0x80000000u) == 31 && __builtin_clz(~0u) == 0);
	CHECK(popcount(0xffff0000ffff0000UL) == 32 && popcount(0) == 0);
}

static void order(void)
{
	unsigned short h = 0x1234;
	unsigned w = 0x12345678;
	unsigned long d = 0x123456789abcdef0UL;
	CHECK(__builtin_bswap16(h) == 0x3412);
	CHECK(__builtin_bswap32(w) == 0x78563412);
	CHECK(__builtin_bswap64(d) == 0xf0debc9a78563412UL);
	CHECK(__builtin_bitreverse8(1) == 0x80 && __builtin_bitreverse32(w) == reverse(w));
	CHECK(__builtin_bitreverse64(1) == 1UL << 63 && __builtin_bitreverse16(h) == 0x2c48);
	CHECK(rotl(w, 8) == 0x34567812 && rotl(w, 0) == w && rotl(w, 32) == w && rotl(w, 31) == w >> 1);
	CHECK(__builtin_rotateleft32(w, 8) == 0x34567812 && __builtin_rotateright32(w, 8) == 0x78123456);
	CHECK(__builtin_rotateleft8(0x81, 1) == 3 && __builtin_rotateright16(h, 4) == 0x4123);
	CHECK(__builtin_rotateleft64(d, 4) == 0x23456789abcdef01UL && __builtin_rotateleft32(w, 36) == rotl(w, 4));
}

static void tricks(void)
{
	int a = -17, b = 12;
	int m = a >> 31;
	CHECK(((a ^ m) - m) == 17);
	CHECK((b ^ ((a ^ b) & -(a < b))) == a);
	a ^= b;
	b ^= a;
	a ^= b;
	CHECK(a == 12 && b == -17);
	CHECK(((a & b) + ((a ^ b) >> 1)) == (a + b) >> 1);
	CHECK((4096 & 4095) == 0 && (4097 & -4097) == 1);
	for (unsigned i = 0; i < 70; i++)
		CHECK(isqrt(i) * isqrt(i) <= i && (isqrt(i) + 1) * (isqrt(i) + 1) > i);
	CHECK(isqrt(4294967295u) == 65535);
	CHECK(crc32("123456789") == 0xcbf43926u);
	CHECK(((~0u / 255) * 7) == 0x07070707);
	CHECK((((0x41424300u - 0x01010101u) & ~0x41424300u) & 0x80808080u) != 0);
}

int main(void)
{
	shifts();
	counts();
	order();
	tricks();
	done();
	return 0;
}
