/* Bit-fields: signs, straddling, zero width, what an assignment yields. */
#include "conformance.h"

struct mixed {
	unsigned a : 3;
	int b : 5;
	unsigned c : 9;
	int d : 17;
	unsigned long e : 40;
	long f : 33;
	_Bool g : 1;
	unsigned char h : 7;
};

struct separated {
	unsigned a : 4;
	unsigned : 0;
	unsigned b : 4;
	unsigned : 3;
	unsigned c : 1;
	short d : 12;
};

struct __attribute__((packed)) tight {
	unsigned a : 7;
	int b : 13;
	unsigned long c : 50;
	unsigned d : 2;
};

enum colour { RED, GREEN, BLUE };
struct with_enum { enum colour c : 2; signed s : 1; unsigned full : 32; long wide : 64; };

static struct mixed global = {5, -16, 511, -65536, 0xffffffffffUL, -4294967296L, 1, 127};
static const struct tight constant = {127, -4096, 0x3ffffffffffffUL, 2};

static struct mixed make(int x)
{
	struct mixed m = {(unsigned)x, x, (unsigned)x, x, (unsigned long)x, x, x != 0, (unsigned char)x};
	return m;
}

static void globals(void)
{
	CHECK(global.a == 5 && global.b == -16 && global.c == 511 && global.d == -65536);
	CHECK(global.e == 0xffffffffffUL && global.f == -4294967296L && global.g && global.h == 127);
	CHECK(constant.a == 127 && constant.b == -4096 && constant.c == 0x3ffffffffffffUL && constant.d == 2);
	CHECK(sizeof(struct tight) == 9 && sizeof(struct separated) == 8);
	global.e++;
	CHECK(global.e == 0 && global.d == -65536 && global.f == -4294967296L);
	global.f--;
	CHECK(global.f == 4294967295L && global.e == 0 && global.g == 1);
}

static void stores(void)
{
	struct mixed m = make(-1);
	CHECK(m.a == 7 && m.b == -1 && m.c == 511 && m.d == -1 && m.e == 0xffffffffffUL && m.f == -1 && m.g && m.h == 127);
	CHECK((m.a = 12) == 4 && m.a == 4);
	CHECK((m.b = 17) == -15 && m.b == -15);
	CHECK((m.g = 6) == 1);
	CHECK((m.h += 3) == 2 && m.h == 2);
	CHECK(++m.c == 0 && m.c-- == 0 && m.c == 511);
	CHECK(m.d == -1 && m.e == 0xffffffffffUL && m.f == -1);
	m.d ^= 0xffff;
	CHECK(m.d == -65536);
	m.b >>= 1;
	CHECK(m.b == -8);
	m.b <<= 2;
	CHECK(m.b == 0 && m.a == 4 && m.c == 511);
	m.e = 0x123456789aUL;
	m.e <<= 8;
	CHECK(m.e == 0x3456789a00UL);
	m.f = m.e;
	CHECK(m.f == 0x56789a00L - 0x100000000L * 0);
	m = make(0);
	CHECK(!m.a && !m.b && !m.c && !m.d && !m.e && !m.f && !m.g && !m.h);
}

static void partial(void)
{
	struct separated s;
	s.a = 9;
	s.b = 6;
	s.c = 1;
	s.d = -2000;
	CHECK(s.a == 9 && s.b == 6 && s.c == 1 && s.d == -2000);
	s.d--;
	s.b ^= 15;
	CHECK(s.a == 9 && s.b == 9 && s.c == 1 && s.d == -2001);
	struct tight t = constant;
	t.c -= 2;
	t.b = -1;
	CHECK(t.a == 127 && t.b == -1 && t.c == 0x3fffffffffffdUL && t.d == 2);
	t.d++;
	t.d++;
	CHECK(t.d == 0 && t.c == 0x3fffffffffffdUL);
}

static void promoted(void)
{
	struct with_enum w = {BLUE, -1, 0xffffffffu, -5};
	struct with_enum *p = &w;
	CHECK(w.c == BLUE && w.s == -1 && w.full == 0xffffffffu && w.wide == -5);
	p->c = GREEN;
	p->s = 0;
	CHECK(w.c == GREEN && w.s == 0);
	struct mixed m = make(3);
	CHECK(m.a - 4 < 0);
	CHECK(-m.a == -3 && ~m.a == -4);
	CHECK(m.a << 30 == (int)0xc0000000);
	CHECK((m.e - 4 & 0xffffffffffUL) == 0xffffffffffUL);
	struct mixed pair[2] = {make(1), make(2)};
	pair[0] = pair[1];
	pair[1].c = 300;
	CHECK(pair[0].c == 2 && pair[1].c == 300 && pair[0].d == 2);
	CHECK((m.a, m.b) == 3 && (m.g ? m.a : m.b) == 3);
	m.a = m.b = m.c = 261;
	CHECK(m.c == 261 && m.b == 5 && m.a == 5);
}

int main(void)
{
	globals();
	stores();
	partial();
	promoted();
	done();
	return 0;
}
