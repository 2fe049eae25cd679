//! part stores
//! part structs
//! part copies
//! part variadic
//! part strings
//! part tables
//! part choices
/* Memory at unknown places and of unknown contents. */
#include <stdarg.h>

#include "conformance.h"

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
long __VERIFIER_nondet_long(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

struct inner { short s; char c; };
struct record { int a; struct inner in[3]; int *p; unsigned f : 9; long tail; };
struct small { int x; char y; };
typedef int (*fn)(int);

static const unsigned char nibble[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static const short squares[] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
static const char *const names[] = {"zero", "one", "two"};
static int grid[3][4];

static unsigned below(unsigned n)
{
	unsigned i = __VERIFIER_nondet_uint();
	__VERIFIER_assume(i < n);
	return i;
}

static void tables(void)
{
	unsigned char x = __VERIFIER_nondet_uchar();
	CHECK(nibble[x & 15] + nibble[x >> 4] == __builtin_popcount(x));
	unsigned i = below(10), j = below(3);
	CHECK(squares[i] == (int)(i * i));
	CHECK(names[j][0] == (j == 0 ? 'z' : j == 1 ? 'o' : 't'));
	CHECK((i < 5) == (squares[i] < 25));
	int v = squares[i % 5 * 2];
	CHECK(v == 0 || v == 4 || v == 16 || v == 36 || v == 64);
	unsigned u = below(12);
	int w = squares[u]; // @reachable out-of-bounds
	CHECK(w >= 0);
}

static void stores(void)
{
	int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
	unsigned i = below(8), j = below(8);
	int x = __VERIFIER_nondet_int();
	a[i] = x;
	CHECK(a[i] == x && (a[j] == x || a[j] == (int)j));
	CHECK(i == j || a[j] == (int)j);
	a[j]++;
	CHECK(i == j ? a[i] - 1 == x || x == 2147483647 : a[i] == x);
	char *bytes = (char *)a;
	unsigned k = below(29);
	*(int *)(bytes + k) = 0x01020304;
	CHECK(bytes[k] == 4 && bytes[k + 3] == 1);
	unsigned r = below(3), c = below(4);
	grid[r][c] = 9;
	int sum = 0;
	for (int n = 0; n < 12; n++)
		sum += grid[n / 4][n % 4];
	CHECK(sum == 9 && (&grid[0][0])[r * 4 + c] == 9);
	grid[r][c] = 0;
	int late = grid[0][below(5)]; // @reachable index-bound
	CHECK(late == 0);
}

static int inc(int x) { return x + 1; }
static int dbl(int x) { return 2 * x; }
static int neg(int x) { return -x; }

static void choices(void)
{
	static const fn table[] = {inc, dbl, neg};
	int a = 1, b = 2, c = 3;
	int *p = __VERIFIER_nondet_bool() ? &a : &b;
	int *q = __VERIFIER_nondet_bool() ? p : &c;
	*q = 10;
	CHECK((a == 10) + (b == 10) + (c == 10) == 1 && *p + *q >= 11);
	CHECK((p == q) == (*p == 10) && (q == &c) == (c == 10));
	unsigned i = below(3);
	int r = table[i](5);
	CHECK(i == 0 ? r == 6 : i == 1 ? r == 10 : r == -5);
	int *all[3] = {&a, &b, &c};
	*all[i] = 77;
	CHECK((i == 0 ? a : i == 1 ? b : c) == 77);
	int **pp = &all[below(3)];
	**pp = 78;
	CHECK((a == 78) + (b == 78) + (c == 78) == 1);
	int none = *(__VERIFIER_nondet_bool() ? &a : (int *)0); // @reachable null-access
	CHECK(none == a);
}

static struct record change(struct record r, int x)
{
	r.in[1].c = (char)x;
	r.f += 1;
	return r;
}

static struct small twist(struct small s) { return (struct small){s.y, (char)s.x}; }

static void structs(void)
{
	int x = __VERIFIER_nondet_int(), k = 5;
	long y = __VERIFIER_nondet_long();
	struct record r = {x, {{(short)x, 1}, {2, 3}, {4, 5}}, &k, (unsigned)x, y}, s, t[2];
	s = r;
	CHECK(s.a == x && s.in[0].s == (short)x && s.p == &k && s.f == ((unsigned)x & 511) && s.tail == y);
	s = change(r, (int)y);
	CHECK(s.in[1].c == (char)y && s.f == ((unsigned)x + 1) % 512 && r.in[1].c == 3 && *s.p == 5);
	t[0] = r;
	t[1] = s;
	unsigned i = below(2);
	CHECK(t[i].a == x && t[i].tail == y && t[i].f == ((unsigned)x + i) % 512);
	struct small m = twist((struct small){x, (char)y});
	CHECK(m.x == (char)y && m.y == (char)x);
	r.in[below(3)].s = 7;
	CHECK((r.in[0].s == 7) + (r.in[1].s == 7) + (r.in[2].s == 7) >= 1 && r.a == x);
}

static void copies(void)
{
	unsigned char from[16], to[20];
	unsigned n = __VERIFIER_nondet_uint(), k = below(16);
	for (int i = 0; i < 16; i++)
		from[i] = (unsigned char)(i + 100);
	__builtin_memset(to, 1, sizeof to);
	__VERIFIER_assume(n <= 16);
	__builtin_memcpy(to + 2, from, n);
	CHECK(to[2 + k] == (k < n ? k + 100 : 1) && to[0] == 1 && to[19] == 1);
	__builtin_memmove(to, to + 2, n);
	CHECK(k >= n || to[k] == k + 100);
	__builtin_memset(to, 3, n);
	CHECK(to[k] == 3 || k >= n);
	__builtin_memset(to, (int)n, 4);
	CHECK(to[3] == n && to[0] == n);
}

static long total(int n, ...)
{
	va_list ap;
	long s = 0;
	va_start(ap, n);
	for (int i = 0; i < n; i++)
		s += i & 1 ? va_arg(ap, long) : va_arg(ap, int);
	struct small m = va_arg(ap, struct small);
	va_end(ap);
	return s + m.x;
}

static void variadic(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	long c = a, d = b;
	CHECK(total(4, a, c, b, d, (struct small){a, 'x'}) == 3L * a + 2L * b);
	CHECK(total(7, 0, c, 0, d, a, c, b, (struct small){1, 'y'}) == 3L * a + 2L * b + 1);
}

static void strings(void)
{
	char s[5];
	int n = 0;
	for (int i = 0; i < 4; i++)
		s[i] = (char)__VERIFIER_nondet_uchar();
	s[4] = 0;
	while (s[n])
		n++;
	CHECK(n <= 4 && s[n] == 0 && (n == 0) == (s[0] == 0));
	for (int i = 0; i < n; i++)
		CHECK(s[i] != 0);
}

int main(void)
{
	PART();
	done();
	return 0;
}
