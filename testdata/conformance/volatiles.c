//! volatile memory
/* Volatile objects as ordinary memory. */
#include "conformance.h"

struct device { volatile unsigned status; volatile unsigned char data[4]; unsigned plain; };

static volatile int v = 3;
static volatile struct { int a; long b; } s = {1, 2};
static volatile double d = 1.5;
static int *volatile p;
static volatile int *q = &v;
static volatile int table[4] = {1, 2, 3, 4};
static struct device dev = {7, {1, 2, 3, 4}, 9};
static volatile struct { unsigned f : 5; int g : 11; } fields = {17, -5};

int main(void)
{
	int x = 4;
	CHECK(v == 3 && v + v == 6 && v++ == 3 && ++v == 5);
	v *= 2;
	CHECK(v == 10 && *q == 10);
	*q = 6;
	CHECK(v == 6 && s.a == 1 && s.b == 2 && d * 2 == 3.0);
	s.b = s.a + 4;
	d += s.b;
	CHECK(s.b == 5 && d == 6.5);
	p = &x;
	*p = 8;
	CHECK(x == 8 && p == &x);
	for (volatile int i = 0; i < 4; i++)
		table[i] += i;
	CHECK(table[0] == 1 && table[3] == 7);
	volatile struct device *r = &dev;
	r->data[2] = (unsigned char)(r->status + r->plain);
	CHECK(r->data[2] == 16 && dev.data[2] == 16);
	fields.f += 20;
	fields.g -= 1;
	CHECK(fields.f == 5 && fields.g == -6);
	volatile char text[] = "abc";
	volatile char *t = text;
	while (*t)
		t++;
	CHECK(t - text == 3);
	done();
	return 0;
}
