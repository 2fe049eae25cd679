//! part orders
//! part signs
//! part fields
//! part unions
//! part bools
//! part extremes
/* Identities that hold for every value of unknown integers. */
#include "conformance.h"

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
long __VERIFIER_nondet_long(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned char __VERIFIER_nondet_uchar(void);
signed char __VERIFIER_nondet_char(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

struct fields { unsigned a : 5; int b : 11; unsigned c : 3; int d : 13; unsigned long e : 37; };
union word { unsigned u; int s; unsigned char b[4]; unsigned short h[2]; };

static unsigned swap(unsigned x)
{
	return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static unsigned reverse(unsigned x)
{
	x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
	x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
	x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
	return swap(x);
}

static unsigned count(unsigned x)
{
	x -= x >> 1 & 0x55555555u;
	x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0fu;
	return x * 0x01010101u >> 24;
}

static void orders(void)
{
	unsigned x = __VERIFIER_nondet_uint();
	unsigned long y = __VERIFIER_nondet_ulong();
	unsigned short h = __VERIFIER_nondet_ushort();
	CHECK(swap(swap(x)) == x);
	CHECK(swap(x) == __builtin_bswap32(x));
	CHECK(reverse(reverse(x)) == x);
	CHECK(reverse(x) == __builtin_bitreverse32(x));
	CHECK(__builtin_bswap64(__builtin_bswap64(y)) == y);
	CHECK((unsigned short)(h << 8 | h >> 8) == __builtin_bswap16(h));
	CHECK((int)count(x) == __builtin_popcount(x));
	CHECK((x << 7 | x >> 25) == __builtin_rotateleft32(x, 7));
	CHECK((~x & x) == 0 && (~x | x) == ~0u && (x ^ x) == 0);
	CHECK(-x == ~x + 1 && x - 1 == ~-x);
	CHECK((x & -x) == 0 ? x == 0 : __builtin_ctz(x) == __builtin_ctz(x & -x));
	CHECK(x == 0 || 1u << (31 - __builtin_clz(x)) <= x);
	CHECK((x & (x - 1)) == 0 ? __builtin_popcount(x) <= 1 : __builtin_popcount(x) > 1);
}

static void signs(void)
{
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	signed char c = __VERIFIER_nondet_char();
	int m = x >> 31;
	CHECK(m == 0 || m == -1);
	CHECK((int)(((unsigned)x ^ (unsigned)m) - (unsigned)m) == (x < 0 ? (int)-(unsigned)x : x));
	CHECK((y ^ ((x ^ y) & -(x < y))) == (x < y ? x : y));
	CHECK((x & y) + (x | y) == (long)x + y || (unsigned)(x & y) + (unsigned)(x | y) == (unsigned)x + (unsigned)y);
	CHECK((long)(x & y) + ((x ^ y) >> 1) == ((long)x + y) >> 1);
	CHECK((signed char)(int)c == c && (unsigned char)c == (c & 255) && (c < 0) == ((unsigned char)c > 127));
	CHECK((long)(int)(unsigned)x == x && (unsigned)(long)x == (unsigned)x);
	int r;
	CHECK(__builtin_add_overflow(x, y, &r) == ((long)x + y != (int)((unsigned)x + (unsigned)y)));
	CHECK(r == (int)((unsigned)x + (unsigned)y));
	CHECK(__builtin_sub_overflow(x, y, &r) == ((long)x - y != r));
}

static void fields(void)
{
	unsigned x = __VERIFIER_nondet_uint();
	long y = __VERIFIER_nondet_long();
	struct fields f = {0};
	f.a = x;
	f.b = x;
	f.c = x >> 7;
	f.d = (int)y;
	f.e = y;
	CHECK(f.a == (x & 31) && f.c == (x >> 7 & 7) && f.e == (y & 0x1fffffffffL));
	CHECK(f.b == (int)(x << 21) >> 21 && f.d == (int)((unsigned)y << 19) >> 19);
	CHECK((f.b & 2047) == (x & 2047) && (f.b < 0) == (x >> 10 & 1));
	unsigned a = f.a;
	f.b = ~f.b;
	CHECK(f.a == a && f.b == ~((int)(x << 21) >> 21) && f.c == (x >> 7 & 7));
	f.a++;
	CHECK(f.a == (a + 1) % 32);
}

static void unions(void)
{
	union word w, v;
	w.u = __VERIFIER_nondet_uint();
	CHECK((w.b[0] | w.b[1] << 8 | w.b[2] << 16 | (unsigned)w.b[3] << 24) == w.u);
	CHECK(w.h[0] + 65536u * w.h[1] == w.u && (unsigned)w.s == w.u);
	for (int i = 0; i < 4; i++)
		v.b[3 - i] = w.b[i];
	CHECK(v.u == __builtin_bswap32(w.u));
	w.b[2] = 0;
	CHECK((w.u & 0xff0000) == 0);
	float f;
	__builtin_memcpy(&f, &w, sizeof f);
	unsigned back;
	__builtin_memcpy(&back, &f, sizeof back);
	CHECK(back == w.u);
}

static void bools(void)
{
	int x = __VERIFIER_nondet_int();
	_Bool b = x, c = __VERIFIER_nondet_bool();
	CHECK(b == (x != 0) && b <= 1 && (b ^ 1) == !x);
	CHECK((b && c) == (b & c) && (b || c) == (b | c) && (b != c) == (b ^ c));
	b += c;
	CHECK(b == (x != 0 || c));
}

static void extremes(void)
{
	int x = __VERIFIER_nondet_int(), lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
	unsigned u = __VERIFIER_nondet_uint();
	unsigned char c = __VERIFIER_nondet_uchar();
	int absolute = x < 0 ? -x : x; // @reachable signed-overflow
	CHECK(absolute >= 0 || x == -2147483647 - 1);
	__VERIFIER_assume(0 <= lo && lo <= hi);
	int middle = (lo + hi) / 2; // @reachable signed-overflow
	int right = lo + (hi - lo) / 2; // @unreachable signed-overflow
	CHECK(right >= lo && right <= hi);
	CHECK(middle == right || middle < 0);
	int bits = 1 << (u % 32); // @unreachable shift
	unsigned far = 1u << (c & 33); // @reachable shift
	CHECK(bits != 0 || far != 0 || 1);
	CHECK(c * c >= 0 && c * c <= 65025 && (unsigned char)(c + 1) != c);
	CHECK(u / 16 == u >> 4 && u % 16 == (u & 15));
}

int main(void)
{
	PART();
	done();
	return 0;
}
