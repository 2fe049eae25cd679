/* Comma, conditional, short circuit, compound literals, designated
 * initialisers, statement expressions, sizeof, generic selection. */
#include "conformance.h"

struct point { int x, y; };
struct rect { struct point a, b; const char *name; };
struct options { int a; struct { int b; char c[4]; } in; int *p; };

static int calls;
static int yes(void) { return ++calls; }
static int no(void) { return calls++, 0; }
static int area(struct rect r) { return (r.b.x - r.a.x) * (r.b.y - r.a.y); }
static int sum(const int *v, int n) { return n ? v[0] + sum(v + 1, n - 1) : 0; }
static struct point *move(struct point *p, int d) { return p->x += d, p->y -= d, p; }

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define KIND(x) _Generic((x), int: 1, unsigned: 2, long: 3, double: 4, char *: 5, default: 6)

static struct point global_literal = (struct point){3, 4};
static struct rect unit = {.b = {.y = 1, .x = 1}, .name = "unit"};
static struct options defaults = {1, {2, {'a', [3] = 'd'}}, (int[]){7, 8, 9}};

static void circuits(void)
{
	calls = 0;
	CHECK(yes() || yes());
	CHECK(calls == 1);
	CHECK(!(no() && yes()) && calls == 2);
	CHECK((no() || yes()) && calls == 4);
	CHECK((yes() && no()) == 0 && calls == 6);
	int *p = 0;
	CHECK(!(p && *p) && (!p || *p));
	int x = 5, y = (x > 3 && x < 10) + (x == 5 || x == 6);
	CHECK(y == 2 && (x && 2) == 1 && (0 || 7) == 1 && !(!x) == 1);
	CHECK(((x == 5) ^ (y == 2)) == 0 && (x > 0) - (x < 0) == 1);
}

static void conditionals(void)
{
	int a = 3, b = 0;
	struct point p = {1, 2}, q = {3, 4};
	double d = 2.5;
	CHECK((a ? p : q).x == 1 && (b ? p : q).y == 4);
	CHECK((a ?: 9) == 3 && (b ?: 9) == 9);
	CHECK((a ? d : a) == 2.5 && (b ? d : a) == 3.0);
	CHECK((a ? "yes" : "no")[0] == 'y' && *(b ? &a : &p.y) == 2);
	CHECK((a > 2 ? b > 1 ? 1 : 2 : 3) == 2);
	b = a > 1 ? (a = 10, a + 1) : (a = 20);
	CHECK(a == 10 && b == 11);
	(a == 10 ? &p : &q)->x = 50;
	CHECK(p.x == 50 && q.x == 3);
	a ? (void)(b = 1) : (void)(b = 2);
	CHECK(b == 1);
	CHECK((a ? (char)-1 : (unsigned char)1) == -1 && (a ? (unsigned char)255 : -1) == 255);
	CHECK((a, b, 7) == 7 && (calls = 2, calls * 2) == 4);
}

static void literals(void)
{
	struct point *p = &(struct point){.y = 5};
	p->x = 9;
	CHECK(p->x == 9 && p->y == 5 && move(&(struct point){1, 1}, 3)->y == -2);
	CHECK(area((struct rect){{0, 0}, {3, 4}, 0}) == 12 && area(unit) == 1);
	CHECK(sum((int[]){1, 2, 3, 4}, 4) == 10 && ((int[3]){[1] = 6})[1] == 6 && ((int[3]){[1] = 6})[2] == 0);
	CHECK(((struct point){1, 2}).y == 2 && (int){5} == 5);
	CHECK(global_literal.y == 4 && defaults.p[2] == 9 && defaults.in.c[3] == 'd' && defaults.in.c[1] == 0);
	struct options o = defaults, z = {0}, k = {.in.b = 4, .in.c = "xy", .a = 1};
	CHECK(o.in.b == 2 && !z.p && z.in.c[2] == 0 && k.in.b == 4 && k.in.c[1] == 'y' && !k.p);
	int n = 0;
	for (int i = 0; i < 3; i++) {
		struct point t = {.x = i};
		n += t.x * 10 + t.y;
		t.y = 99;
	}
	CHECK(n == 30);
	int total = 0;
	for (int i = 0; i < 3; i++)
		total += sum((const int[]){i, i + 1}, 2);
	CHECK(total == 9);
}

static void statements(void)
{
	int i = 3;
	int r = ({ int s = 0; while (i) s += i--; s; });
	CHECK(r == 6 && i == 0 && MAX(r++, 2) == 6 && r == 7 && MAX(2.5, 1) == 2.5);
	struct point p = ({ struct point t = {1, 2}; t.x++; t; });
	CHECK(p.x == 2 && p.y == 2);
	CHECK(KIND(1) == 1 && KIND(1u) == 2 && KIND(1L) == 3 && KIND(1.0) == 4 && KIND((char *)0) == 5 && KIND('a') == 1 && KIND(&p) == 6);
	CHECK(sizeof(i++) == 4 && i == 0 && _Alignof(double) == 8 && sizeof(struct rect) == 24);
	CHECK(__builtin_expect(r == 7, 1) && !__builtin_expect(r, 7) == 0 && __builtin_constant_p(3));
	CHECK(__builtin_choose_expr(1, 5, "x") == 5 && __builtin_types_compatible_p(int, __typeof__(i)));
	if (__builtin_expect(r < 0, 0))
		__builtin_unreachable();
	__builtin_assume(r > 0);
	CHECK(__builtin_assume_aligned(&r, 4) == &r && __builtin_object_size(&p, 0) == 8);
	CHECK(((void)0, 1) && sizeof(char[3][5]) == 15);
}

static void assignments(void)
{
	int a, b, c;
	a = b = c = 7;
	CHECK((a += b *= 2) == 21 && b == 14 && (c -= 10) == -3 && (c %= 2) == -1);
	unsigned char u = 250;
	CHECK((u += 10) == 4 && (u = 300) == 44 && (u <<= 4) == 192 && (u |= 15) == 207);
	short h = 10;
	h *= 2.75;
	CHECK(h == 27);
	int v[3] = {1, 2, 3}, i = 0;
	v[i++] += 10;
	v[i] = v[i - 1] + v[i + 1];
	CHECK(v[0] == 11 && v[1] == 14 && i == 1);
	int *p = v;
	p++;
	CHECK((*--p, p == v) && ++*p == v[0] && (*p)++ < v[0]);
	struct point s = {1, 2}, t;
	t = s;
	CHECK(t.x == 1 && t.y == 2 && (t = (struct point){5, 6}).y == 6);
}

int main(void)
{
	circuits();
	conditionals();
	literals();
	statements();
	assignments();
	done();
	return 0;
}
