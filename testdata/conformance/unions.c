/* Unions, type punning, and the bytes of objects. */
#include "conformance.h"

union word {
	unsigned u;
	int s;
	unsigned char b[4];
	unsigned short h[2];
	struct { unsigned lo : 12, hi : 20; } f;
	float x;
};

union wide {
	double d;
	unsigned long u;
	void *p;
	int i[2];
	struct { char c; int n; } s;
};

struct tagged {
	enum { INT, DOUBLE, TEXT } tag;
	union { int i; double d; const char *s; } u;
};

struct anonymous {
	int before;
	union {
		long whole;
		struct { int low, high; };
	};
};

static union word global = {.b = {1, 2, 3, 4}};
static union wide second = {.u = 0x3ff0000000000000UL};
static struct tagged list[] = {{INT, {.i = 7}}, {DOUBLE, {.d = 2.5}}, {TEXT, {.s = "xyz"}}};

static int value(const struct tagged *t)
{
	switch (t->tag) {
	case INT:
		return t->u.i;
	case DOUBLE:
		return (int)(t->u.d * 2);
	case TEXT:
		return t->u.s[1];
	}
	return -1;
}

static union word pass(union word w)
{
	w.b[0]++;
	return w;
}

static void words(void)
{
	union word w;
	CHECK(global.u == 0x04030201 && global.h[1] == 0x0403);
	w.u = 0x89abcdef;
	CHECK(w.b[0] == 0xef && w.b[3] == 0x89 && w.h[0] == 0xcdef && w.s < 0);
	CHECK(w.f.lo == 0xdef && w.f.hi == 0x89abc);
	w.b[1] = 0;
	CHECK(w.u == 0x89ab00ef);
	w.f.hi = 1;
	CHECK(w.u == 0x10ef);
	w.x = 1.0f;
	CHECK(w.u == 0x3f800000);
	w.u += 0x00800000;
	CHECK(w.x == 2.0f);
	w.b[3] |= 0x80;
	CHECK(w.x == -2.0f);
	CHECK(pass(global).u == 0x04030202 && global.u == 0x04030201);
}

static void wides(void)
{
	union wide w = {.d = 1.0};
	int x = 5;
	CHECK(second.d == 1.0 && w.u == second.u && w.i[0] == 0 && w.i[1] == 0x3ff00000);
	w.p = &x;
	CHECK(*(int *)w.p == 5);
	w.u += 0;
	*(int *)w.p = 6;
	CHECK(x == 6);
	union wide copy = w;
	CHECK(copy.p == &x && *(int *)copy.p == 6);
	w.s.c = 'q';
	w.s.n = 77;
	CHECK(w.s.c == 'q' && w.i[1] == 77);
}

static void bytes(void)
{
	unsigned long x = 0x1122334455667788UL;
	unsigned char *b = (unsigned char *)&x;
	unsigned sum = 0;
	for (unsigned i = 0; i < sizeof x; i++)
		sum += b[i];
	CHECK(sum == 0x11 + 0x22 + 0x33 + 0x44 + 0x55 + 0x66 + 0x77 + 0x88);
	CHECK(*(unsigned short *)(b + 3) == 0x4455);
	CHECK(*(unsigned *)(b + 1) == 0x44556677);
	b[7] = 0xff;
	*(unsigned short *)(b + 1) = 0xabcd;
	CHECK(x == 0xff22334455abcd88UL);
	double d = -0.0;
	CHECK(((unsigned char *)&d)[7] == 0x80);
	int a[4] = {1, 2, 3, 4};
	CHECK(*(long *)(a + 1) == 0x300000002L);
	*(long *)(a + 1) = -1;
	CHECK(a[0] == 1 && a[1] == -1 && a[2] == -1 && a[3] == 4);
}

int main(void)
{
	struct anonymous n = {1, {0x500000003L}};
	words();
	wides();
	bytes();
	CHECK(value(&list[0]) == 7 && value(&list[1]) == 5 && value(&list[2]) == 'y');
	CHECK(n.low == 3 && n.high == 5);
	n.high = 9;
	CHECK(n.whole == 0x900000003L && n.before == 1);
	CHECK(sizeof(union word) == 4 && sizeof(union wide) == 8);
	done();
	return 0;
}
