/* Arithmetic, conversions and comparisons of the standard integer widths. */
#include "conformance.h"

static void eight_bits(void)
{
	unsigned char u = 200, v = 100;
	signed char s = -128, t = 127;
	CHECK((unsigned char)(u + v) == 44);
	CHECK(u + v == 300);
	CHECK((unsigned char)(v - u) == 156);
	CHECK((unsigned char)(u * v) == 32);
	CHECK((signed char)(s - 1) == 127);
	CHECK((signed char)(t + 1) == -128);
	CHECK((signed char)u == -56);
	CHECK((unsigned char)s == 128);
	CHECK(s < t && u > v);
	CHECK((int)s == -128 && (unsigned)s == 0xffffff80u);
	u += 100;
	CHECK(u == 44);
	s >>= 1;
	CHECK(s == -64);
	t = (signed char)~t;
	CHECK(t == -128);
	u--;
	CHECK(u == 43);
	v = 0;
	v--;
	CHECK(v == 255);
	v++;
	CHECK(v == 0);
}

static void sixteen_bits(void)
{
	unsigned short u = 65535, v = 2;
	short s = -32768, t = 32767;
	CHECK((unsigned short)(u + v) == 1);
	CHECK(u + v == 65537);
	CHECK((unsigned short)(v - u) == 3);
	CHECK((short)(t + 1) == s);
	CHECK((short)u == -1);
	CHECK((unsigned short)s == 32768);
	CHECK((unsigned short)(u * 2) == 65534);
	CHECK((short)(s >> 15) == -1);
	CHECK((unsigned short)(u >> 15) == 1);
	CHECK((short)-s == s);
	u ^= 0x0f0f;
	CHECK(u == 0xf0f0);
	t &= 0x55;
	CHECK(t == 0x55);
}

static void thirty_two_bits(void)
{
	unsigned u = 4000000000u, v = 1000000000u;
	int s = -2147483647 - 1, t = 2147483647, k = -7;
	CHECK(u + v == 705032704u);
	CHECK(v - u == 1294967296u);
	CHECK(u * 3u == 3410065408u);
	CHECK(-u == 294967296u);
	CHECK(t + 1 == s);
	CHECK(s - 1 == t);
	CHECK(-s == s);
	CHECK(t * 2 == -2);
	CHECK(k * k == 49);
	CHECK((long)s == -2147483648L);
	CHECK((unsigned long)s == 0xffffffff80000000UL);
	CHECK((unsigned long)(unsigned)s == 0x80000000UL);
	CHECK((short)0x12348765 == (short)0x8765);
	CHECK(u > v && (int)u < (int)v);
	CHECK(-1 > (int)u - (int)u - 2);
	CHECK((unsigned)k > 100u);
	CHECK(s < k && k < t && (unsigned)t < (unsigned)k);
	CHECK(~0u == u + 294967295u);
	CHECK((s & t) == 0 && (s | t) == -1 && (s ^ t) == -1);
	CHECK(!s == 0 && !!t == 1 && !(s - s));
}

static void sixty_four_bits(void)
{
	unsigned long u = 0xfedcba9876543210UL, v = 0x0123456789abcdefUL;
	long s = -9223372036854775807L - 1, t = 9223372036854775807L;
	CHECK(u + v == 0xffffffffffffffffUL);
	CHECK(u + v + 1 == 0);
	CHECK(v - u == 0x02468acf13579bdfUL);
	CHECK(u * v == 0x2236d88fe5618cf0UL);
	CHECK(s == -s && t + 1 == s && s - 1 == t);
	CHECK((int)u == 0x76543210 && (short)u == 0x3210 && (unsigned char)v == 0xef);
	CHECK((long)(int)0x80000000u == -2147483648L);
	CHECK((u >> 60) == 15 && ((long)u >> 60) == -1);
	CHECK((v << 4) == 0x123456789abcdef0UL);
	CHECK((u & v) == (0xfedcba9876543210UL & 0x0123456789abcdefUL));
	CHECK(((u ^ v) & 0xff) == 0xff);
	CHECK(s < 0 && (unsigned long)s > 0);
	CHECK((u > v) && ((long)u < (long)v));
	t *= 3;
	CHECK(t == 9223372036854775805L);
	t -= 0x100000000L;
	CHECK(t == 9223372032559808509L);
}

static int steps(int x)
{
	int y = x++ + ++x;
	y -= x-- - --x;
	return y * 100 + x;
}

static void promotions(void)
{
	unsigned char a = 255, b = 255;
	char c = 'A';
	unsigned short h = 65535;
	CHECK(a * b == 65025);
	CHECK((a << 24) < 0);
	CHECK(~a == -256);
	CHECK(-a == -255);
	CHECK(c + 1 == 'B');
	CHECK(sizeof(c + c) == sizeof(int));
	CHECK(h + 1 == 65536);
	CHECK((1 ? -1 : 0u) == 4294967295u);
	CHECK(-1 < 1 && !(-1 < 1u) && -1L < (long)1u);
	CHECK((a == b) + (a != b) == 1);
	CHECK(steps(5) == 1005);
	CHECK(sizeof(long) == 8 && sizeof(int) == 4 && sizeof(short) == 2);
	CHECK((_Bool)256 == 1 && (unsigned char)256 == 0);
}

int main(void)
{
	eight_bits();
	sixteen_bits();
	thirty_two_bits();
	sixty_four_bits();
	promotions();
	done();
	return 0;
}
