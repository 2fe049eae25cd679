//! flags -m32 -ffreestanding
//! not native the machine that tests need not run programs of 32 bits
/* The data model of i386: pointers and long of 4 bytes, long long aligned to
 * 4 in structs, all arguments on the stack. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "conformance.h"

struct mixed { char c; long long l; double d; short s; void *p; };
struct pair { int a, b; };
struct small { char a, b; };
struct three { char v[3]; };
struct big { int v[10]; };
struct floats { float x, y; };
struct one { double d; };
struct fields { unsigned a : 3; long long b : 40; int c : 20; };
struct node { int value; struct node *next; };
union wide { long long l; int i[2]; double d; };

static struct node second = {2, 0}, first = {1, &second};
static long distance = (char *)&second.next - (char *)&second;
static struct fields packed = {5, -1234567890123LL >> 10, -500000};
static int (*table[2])(int, int);

static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct small flip(struct small s) { return (struct small){s.b, s.a}; }
static struct three turn(struct three t) { return (struct three){{t.v[2], t.v[0], t.v[1]}}; }
static struct big add(struct big b, int n) { b.v[9] += n; return b; }
static struct floats scale(struct floats f, float k) { return (struct floats){f.x * k, f.y * k}; }
static struct one half(struct one o) { return (struct one){o.d / 2}; }
static struct mixed next(struct mixed m) { return m.l++, m.c++, m; }
static long long mul(long long a, int b) { return a * b; }
static int sub(int a, int b) { return a - b; }
static int plus(int a, int b) { return a + b; }
static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }

static long long sum(const char *types, ...)
{
	va_list ap, copy;
	long long s = 0;
	va_start(ap, types);
	va_copy(copy, ap);
	for (; *types; types++)
		switch (*types) {
		case 'i': s += va_arg(ap, int); break;
		case 'l': s += va_arg(ap, long long); break;
		case 'd': s += (long long)va_arg(ap, double); break;
		case 'p': s += *va_arg(ap, int *); break;
		case 'P': s += va_arg(ap, struct pair).b; break;
		case 'B': s += va_arg(ap, struct big).v[9]; break;
		case 's': s += va_arg(ap, struct small).b; break;
		}
	s += 1000 * va_arg(copy, int);
	va_end(copy);
	va_end(ap);
	return s;
}

static void sizes(void)
{
	CHECK(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4 && sizeof(long long) == 8 && sizeof(ptrdiff_t) == 4);
	CHECK(sizeof(struct mixed) == 28 && offsetof(struct mixed, l) == 4 && offsetof(struct mixed, p) == 24);
	CHECK(distance == 4 && sizeof(struct node) == 8 && sizeof(long double) == 12);
	CHECK(packed.a == 5 && packed.b == (-1234567890123LL >> 10) && packed.c == -500000);
	packed.b += 7;
	CHECK(packed.b == (-1234567890123LL >> 10) + 7 && packed.a == 5 && packed.c == -500000);
}

static void integers(void)
{
	long l = 2147483647;
	unsigned long u = 0xffffffffUL;
	long long x = 0x123456789abcdef0LL;
	CHECK(l + 1 == -2147483647 - 1 && u + 1 == 0 && (long)u == -1 && (long long)u == 4294967295LL);
	CHECK((x >> 32) == 0x12345678 && (int)x == (int)0x9abcdef0 && x * 3 == 0x369d0369d0369cd0LL && x / 16 == 0x123456789abcdefLL);
	CHECK(mul(-3000000000LL, 7) == -21000000000LL && x % 1000 == 1311768467463790320LL % 1000);
	CHECK((size_t)0 - 1 == 4294967295u && (uintptr_t)&first % 4 == 0);
	CHECK(-1L < 1u || 1);
	CHECK(((long)-1 < (unsigned)1) == 0);
}

static void pointers(void)
{
	int a[6] = {1, 2, 3, 4, 5, 6}, *p = a + 4;
	uintptr_t u = (uintptr_t)p;
	CHECK(p - a == 4 && *(int *)(u - 8) == 3 && (u & 3) == 0 && first.next->value == 2);
	CHECK(*(int *)((u | 1) & ~1u) == 5);
	long long w = (long long)u;
	CHECK(*(int *)(uintptr_t)w == 5);
	int *q;
	for (unsigned i = 0; i < sizeof p; i++)
		((char *)&q)[i] = ((char *)&p)[i];
	CHECK(*q == 5);
	union wide v = {.l = 0x3ff0000000000000LL};
	CHECK(v.d == 1.0 && v.i[1] == 0x3ff00000 && v.i[0] == 0);
	table[0] = sub;
	table[1] = plus;
	CHECK(table[0](5, 3) == 2 && table[1](5, 3) == 8 && depth(300) == 300);
}

static void calls(void)
{
	int k = 9;
	struct big b = {{[9] = 7}};
	struct mixed m = {'a', 1LL << 40, 2.5, 3, &k};
	CHECK(swap((struct pair){1, 2}).a == 2 && flip((struct small){1, 2}).a == 2 && turn((struct three){{1, 2, 3}}).v[0] == 3);
	CHECK(add(b, 3).v[9] == 10 && b.v[9] == 7 && scale((struct floats){1, 2}, 1.5f).y == 3 && half((struct one){3}).d == 1.5);
	m = next(next(m));
	CHECK(m.l == (1LL << 40) + 2 && m.c == 'c' && m.d == 2.5 && *(int *)m.p == 9);
	CHECK(sum("i", 4) == 4004 && sum("ilidp", 1, 1LL << 40, 2, 3.5, &k) == 1 + (1LL << 40) + 2 + 3 + 9 + 1000);
	CHECK(sum("iPBsl", 1, (struct pair){5, 6}, b, (struct small){1, 8}, 100LL) == 1 + 6 + 7 + 8 + 100 + 1000);
}

int main(void)
{
	sizes();
	integers();
	pointers();
	calls();
	done();
	return 0;
}
