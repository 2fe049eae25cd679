/* Variadic functions: arguments of all types, va_copy, lists handed on. */
#include <stdarg.h>

#include "conformance.h"

struct small { char c; };
struct pair { int a, b; };
struct floats { float x, y, z; };
struct mixed { long a; double b; };
struct big { long v[4]; };
struct holder { va_list ap; };
typedef int (*fn)(int);

static int sum(int n, ...)
{
	va_list ap;
	int s = 0;
	va_start(ap, n);
	for (int i = 0; i < n; i++)
		s += va_arg(ap, int);
	va_end(ap);
	return s;
}

static double each(const char *types, ...)
{
	va_list ap;
	double s = 0;
	va_start(ap, types);
	for (; *types; types++)
		switch (*types) {
		case 'i': s += va_arg(ap, int); break;
		case 'l': s += va_arg(ap, long); break;
		case 'u': s += va_arg(ap, unsigned); break;
		case 'd': s += va_arg(ap, double); break;
		case 's': s += va_arg(ap, char *)[0]; break;
		case 'p': s += *va_arg(ap, int *); break;
		case 'f': s += va_arg(ap, fn)(1); break;
		case 'c': s += va_arg(ap, struct small).c; break;
		case 'P': { struct pair p = va_arg(ap, struct pair); s += p.a * p.b; break; }
		case 'F': { struct floats f = va_arg(ap, struct floats); s += f.x + f.y * 10 + f.z * 100; break; }
		case 'M': { struct mixed m = va_arg(ap, struct mixed); s += m.a + m.b; break; }
		case 'B': { struct big b = va_arg(ap, struct big); s += b.v[0] + b.v[3]; break; }
		case 'q': s += (double)(long)(va_arg(ap, __int128) >> 64); break;
		}
	va_end(ap);
	return s;
}

static int list(int n, va_list ap)
{
	int s = 0;
	while (n--)
		s = s * 10 + va_arg(ap, int);
	return s;
}

static int twice(int n, ...)
{
	va_list ap, again;
	va_start(ap, n);
	va_copy(again, ap);
	int a = list(n, ap);
	int b = list(n, again);
	va_end(again);
	va_end(ap);
	return a == b ? a : -1;
}

/* The callee moves the caller's list on: it is an array, so passed by address. */
static int halves(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int first = list(n / 2, ap);
	int rest = list(n - n / 2, ap);
	va_end(ap);
	return first * 1000 + rest;
}

static int through_struct(int n, ...)
{
	struct holder h;
	va_start(h.ap, n);
	va_list *p = &h.ap;
	int s = va_arg(*p, int);
	s -= va_arg(h.ap, int);
	va_end(h.ap);
	return s;
}

static int inc(int x) { return x + 1; }

/* Reads fewer than it was given, and recurses. */
static int depth(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int x = va_arg(ap, int);
	va_end(ap);
	return n == 0 ? x : depth(n - 1, x + n, "unused", 1.5);
}

static struct big make(int n, ...)
{
	struct big b = {{0}};
	va_list ap;
	va_start(ap, n);
	for (int i = 0; i < n; i++)
		b.v[i] = va_arg(ap, long);
	va_end(ap);
	return b;
}

int main(void)
{
	int k = 9;
	float f = 1.5f;
	char c = 'x';
	short h = -3;
	struct pair p = {3, 4};
	struct big b = {{100, 0, 0, 200}};
	int (*any)(int, ...) = sum;
	CHECK(sum(0) == 0 && sum(3, 1, 2, 3) == 6);
	CHECK(sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 78);
	CHECK(any(2, 40, 2) == 42);
	CHECK(each("iludspf", -1, 2L, 3u, 4.5, "A", &k, inc) == -1 + 2 + 3 + 4.5 + 'A' + 9 + 2);
	CHECK(each("ddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11.) == 66);
	CHECK(each("dii", f, c, h) == 1.5 + 'x' - 3);
	CHECK(each("cPcP", (struct small){1}, p, (struct small){2}, p) == 27);
	CHECK(each("FiM", (struct floats){1, 2, 3}, 5, (struct mixed){6, 7.5}) == 321 + 5 + 13.5);
	CHECK(each("BiPBd", b, 1, p, b, 0.5) == 300 + 1 + 12 + 300 + 0.5);
	CHECK(each("qi", (__int128)5 << 64, 2) == 7);
	CHECK(each("iqqi", 1, (__int128)5 << 64, (__int128)6 << 64, 3) == 15);
	CHECK(twice(4, 1, 2, 3, 4) == 1234);
	CHECK(halves(5, 1, 2, 3, 4, 5) == 12345);
	CHECK(through_struct(0, 50, 8) == 42);
	CHECK(depth(4, 1) == 11);
	CHECK(make(4, 1L, -1L, 3L, 1L << 40).v[3] == 1L << 40 && make(2, 7L, 8L).v[2] == 0);
	done();
	return 0;
}
