/* Integers of widths that no machine has. */
#include "conformance.h"

typedef _BitInt(7) s7;
typedef unsigned _BitInt(7) u7;
typedef _BitInt(33) s33;
typedef unsigned _BitInt(65) u65;
typedef _BitInt(65) s65;
typedef unsigned _BitInt(1) u1;
typedef unsigned _BitInt(24) u24;

static s7 global7 = -64;
static u65 global65 = (u65)1 << 64;
static u24 array24[3] = {1, 0xffffff, 0x123456};
static struct { u7 a; s33 b; u65 c; } mixed = {127, -1, 3};

static s7 add7(s7 a, s7 b) { return (s7)(a + b); }
static u65 add65(u65 a, u65 b) { return a + b; }
static s65 half(s65 x) { return x / 2; }

static void seven(void)
{
	s7 a = 63;
	u7 b = 127;
	CHECK(global7 == -64);
	CHECK(add7(a, 1) == -64);
	CHECK(add7(global7, -1) == 63);
	b++;
	CHECK(b == 0);
	b--;
	CHECK(b == 127);
	CHECK((s7)b == -1);
	CHECK((int)(s7)b == -1 && (int)b == 127);
	CHECK((u7)(int)200 == 72 && (s7)200 == -56);
	a = -63;
	CHECK(a / (s7)2 == -31 && a % (s7)2 == -1);
	CHECK(a >> 1 == -32);
	CHECK((u7)a >> 1 == 32);
	CHECK((a < 0) && !(b < 0) && (u7)a < b);
	CHECK(sizeof(s7) == 1);
}

static void sixty_five(void)
{
	u65 x = 0xffffffffffffffffUL, y = ~(u65)0;
	CHECK(global65 >> 64 == 1);
	CHECK(add65(x, 1) == global65);
	CHECK(add65(y, 1) == 0);
	CHECK((unsigned long)(y >> 1) == 0xffffffffffffffffUL);
	CHECK(y * y == 1);
	CHECK((s65)y == -1 && (s65)global65 < 0);
	CHECK(half((s65)-7) == -3 && half((s65)global65) == -(s65)((u65)1 << 63));
	CHECK(y / 3 * 3 + y % 3 == y && y % 3 == 1);
	CHECK((x << 1) >> 1 == x);
	CHECK((unsigned long)(x << 1) == 0xfffffffffffffffeUL);
	CHECK((__int128)(s65)y == -1 && (unsigned __int128)y >> 64 == 1);
	global65 = 9;
	CHECK(global65 == 9);
	CHECK(sizeof(u65) == 16);
}

static void odd(void)
{
	u1 bit = 1;
	s33 k = (s33)1 << 32;
	CHECK(k < 0 && k - 1 > 0);
	bit++;
	CHECK(bit == 0);
	CHECK(array24[0] == 1 && array24[1] == 16777215 && array24[2] == 0x123456);
	array24[1]++;
	CHECK(array24[0] == 1 && array24[1] == 0 && array24[2] == 0x123456);
	CHECK((u24)(array24[2] << 8) == 0x345600);
	CHECK(mixed.a == 127 && mixed.b == -1 && mixed.c == 3);
	mixed.a += 2;
	mixed.b *= 5;
	mixed.c -= 4;
	CHECK(mixed.a == 1 && mixed.b == -5 && mixed.c == ~(u65)0);
}

int main(void)
{
	seven();
	sixty_five();
	odd();
	done();
	return 0;
}
