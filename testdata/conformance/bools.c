/* _Bool and enum: every conversion to them and from them. */
#include "conformance.h"

struct flags { _Bool a, b; _Bool c : 1; };
enum level { LOW = -2, MID, HIGH = 40 };
union view { _Bool b; unsigned char byte; };

static _Bool global = 5, zero;
static _Bool table[4] = {0, 2, 0.5, "x" != 0};

static _Bool from_int(int x) { return x; }
static _Bool from_long(long x) { return x; }
static _Bool from_double(double x) { return x; }
static _Bool from_pointer(const void *p) { return p; }
static int to_int(_Bool b) { return b; }
static enum level next(enum level l) { return l == LOW ? MID : l == MID ? HIGH : LOW; }
static struct flags flip(struct flags f) { return (struct flags){!f.a, !f.b, !f.c}; }

int main(void)
{
	_Bool b = 0;
	int x = 256;
	CHECK(global == 1 && zero == 0 && table[1] == 1 && table[2] == 1 && table[3] == 1 && !table[0]);
	CHECK(from_int(256) && from_int(-1) && !from_int(0) && from_int(x << 23));
	CHECK(from_long(1L << 40) && !from_long(0) && from_double(0.1) && from_double(-0.5) && !from_double(0.0) && !from_double(-0.0));
	CHECK(from_double(__builtin_nan("")) && from_pointer(&x) && !from_pointer(0));
	CHECK(to_int(7) == 1 && to_int(0) == 0 && to_int(!x) == 0 && to_int(!!x) == 1);
	b++;
	CHECK(b == 1);
	b++;
	CHECK(b == 1);
	b--;
	CHECK(b == 0);
	b--;
	CHECK(b == 1);
	b += 255;
	CHECK(b == 1);
	b -= 1;
	CHECK(b == 0);
	b |= 4;
	CHECK(b == 1);
	b &= 2;
	CHECK(b == 0);
	b ^= 3;
	CHECK(b == 1);
	CHECK(b + b == 2 && -b == -1 && ~b == -2 && b << 3 == 8 && b * 2.5 == 2.5 && (b ? 3 : 4) == 3);
	CHECK(sizeof(_Bool) == 1 && (_Bool)0.3f == 1 && (int)0.3f == 0 && (_Bool)(unsigned char)256 == 0);
	struct flags f = {1, 0, 1}, g = flip(f);
	CHECK(!g.a && g.b && !g.c && flip(g).a && flip(g).c && sizeof f == 3);
	f.c = 2;
	CHECK(f.c == 1);
	union view v = {.byte = 0};
	v.b = 9;
	CHECK(v.byte == 1);
	v.byte = 0;
	CHECK(!v.b);
	enum level l = LOW;
	CHECK(l == -2 && next(l) == MID && next(next(l)) == HIGH && next(next(next(l))) == LOW);
	l++;
	CHECK(l == MID && l + 1 == 0 && (unsigned)l == 4294967295u);
	l = 41;
	CHECK(l > HIGH && sizeof l == 4);
	_Bool r[3], *p = r;
	*p++ = x > 3;
	*p++ = x < 3;
	*p = x & 256;
	CHECK(r[0] && !r[1] && r[2] && r[0] + r[1] + r[2] == 2);
	done();
	return 0;
}
