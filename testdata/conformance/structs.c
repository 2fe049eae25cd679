/* Structs by value in every shape of the calling convention: each size from 1
 * to 32 bytes, mixtures of integers and floats, nested, with arrays. */
#include "conformance.h"

#define BYTES(n)                                                          \
	struct b##n { unsigned char v[n]; };                              \
	static struct b##n next##n(struct b##n x, int by, struct b##n y)  \
	{                                                                 \
		for (int i = 0; i < n; i++)                               \
			x.v[i] += by + y.v[n - 1 - i];                    \
		return x;                                                 \
	}                                                                 \
	static void check##n(void)                                        \
	{                                                                 \
		struct b##n a, b;                                         \
		for (int i = 0; i < n; i++) {                             \
			a.v[i] = i;                                       \
			b.v[i] = 2 * i;                                   \
		}                                                         \
		struct b##n c = next##n(a, 1, b);                         \
		for (int i = 0; i < n; i++)                               \
			CHECK(c.v[i] == i + 1 + 2 * (n - 1 - i) && a.v[i] == i); \
		c = next##n(next##n(c, 1, c), 2, next##n(a, 3, a));       \
		CHECK(c.v[0] == (unsigned char)(4 * n + 4));  \
	}

BYTES(1)
BYTES(2)
BYTES(3)
BYTES(4)
BYTES(5)
BYTES(6)
BYTES(7)
BYTES(8)
BYTES(9)
BYTES(10)
BYTES(11)
BYTES(12)
BYTES(13)
BYTES(14)
BYTES(15)
BYTES(16)
BYTES(17)
BYTES(18)
BYTES(19)
BYTES(20)
BYTES(21)
BYTES(22)
BYTES(23)
BYTES(24)
BYTES(25)
BYTES(26)
BYTES(27)
BYTES(28)
BYTES(29)
BYTES(30)
BYTES(31)
BYTES(32)

struct ii { int a, b; };
struct if_ { int a; float b; };
struct ff { float a, b; };
struct fff { float a, b, c; };
struct ffff { float a, b, c, d; };
struct d { double a; };
struct dd { double a, b; };
struct ddd { double a, b, c; };
struct id { long a; double b; };
struct di { double a; int b; };
struct fd { float a; double b; };
struct cs { char a; short b; };
struct cl { char a; long b; };
struct pi { int *p; int n; };
struct nested { struct cs a; struct { float x; int y; } b; };
struct deep { struct nested n; struct fff f; struct { struct dd d[2]; } last; };
struct array { int n; short v[3]; };
struct empty {};
struct wide { __int128 x; char c; };
struct fp { int (*f)(int); long arg; };

static struct ii f_ii(struct ii x) { return (struct ii){x.b, x.a}; }
static struct if_ f_if(struct if_ x, float y) { return (struct if_){x.a + 1, x.b + y}; }
static struct ff f_ff(struct ff x, struct ff y) { return (struct ff){x.a + y.b, x.b - y.a}; }
static struct fff f_fff(struct fff x) { return (struct fff){x.c, x.a, x.b}; }
static struct ffff f_ffff(struct ffff x) { return (struct ffff){x.d, x.c, x.b, x.a}; }
static struct d f_d(struct d x) { return (struct d){x.a / 2}; }
static struct dd f_dd(struct dd x) { return (struct dd){x.b, x.a}; }
static struct ddd f_ddd(struct ddd x) { return (struct ddd){x.c, x.b, x.a}; }
static struct id f_id(struct id x) { return (struct id){x.a + (long)x.b, x.b}; }
static struct di f_di(struct di x, struct di y) { return (struct di){x.a + y.a, x.b - y.b}; }
static struct fd f_fd(struct fd x) { return (struct fd){(float)x.b, x.a}; }
static struct cs f_cs(struct cs x) { return (struct cs){(char)x.b, x.a}; }
static struct cl f_cl(struct cl x) { return (struct cl){(char)x.b, x.a}; }
static struct pi f_pi(struct pi x) { return (struct pi){x.p + 1, x.n - 1}; }
static struct nested f_nested(struct nested x) { return x.b.y++, x.a.b--, x; }
static struct array f_array(struct array x) { return x.v[x.n]++, x.n++, x; }
static struct empty f_empty(int a, struct empty e, int b) { CHECK(a == 1 && b == 2); return e; }
static struct wide f_wide(struct wide w, int k) { return (struct wide){w.x << k, w.c}; }
static int twice(int x) { return 2 * x; }
static int call(struct fp f) { return f.f((int)f.arg); }

static struct deep f_deep(int first, struct deep x, int last)
{
	x.n = f_nested(x.n);
	x.f = f_fff(x.f);
	x.last.d[first] = f_dd(x.last.d[last]);
	return x;
}

/* More arguments than there are registers: the rest goes over the stack. */
static int crowd(struct ii a, struct ii b, struct ii c, long d, struct id e, struct pi f, struct cl g, struct ff h, int i)
{
	return a.a + b.b + c.a + (int)d + (int)e.a + (int)e.b + *f.p + f.n + g.a + (int)g.b + (int)h.a + i;
}

static void small(void)
{
	struct ii a = f_ii((struct ii){1, 2});
	CHECK(a.a == 2 && a.b == 1 && f_ii(f_ii(a)).a == 2);
	struct if_ b = f_if((struct if_){1, 2.5f}, 0.5f);
	CHECK(b.a == 2 && b.b == 3.0f);
	struct ff c = f_ff((struct ff){1, 2}, (struct ff){3, 4});
	CHECK(c.a == 5 && c.b == -1);
	struct fff d = f_fff((struct fff){1, 2, 3});
	CHECK(d.a == 3 && d.b == 1 && d.c == 2);
	struct ffff e = f_ffff((struct ffff){1, 2, 3, 4});
	CHECK(e.a == 4 && e.b == 3 && e.c == 2 && e.d == 1);
	CHECK(f_d((struct d){3}).a == 1.5);
	struct dd g = f_dd((struct dd){1.5, 2.5});
	CHECK(g.a == 2.5 && g.b == 1.5);
	CHECK(f_ddd((struct ddd){1, 2, 3}).a == 3 && f_ddd((struct ddd){1, 2, 3}).c == 1);
}

static void mixtures(void)
{
	int v[3] = {10, 20, 30};
	struct id a = f_id((struct id){40, 2.75});
	CHECK(a.a == 42 && a.b == 2.75);
	struct di b = f_di((struct di){1.5, 10}, (struct di){2, 3});
	CHECK(b.a == 3.5 && b.b == 7);
	CHECK(f_fd((struct fd){1, 2}).a == 2 && f_fd((struct fd){1, 2}).b == 1);
	CHECK(f_cs((struct cs){'a', 'b'}).a == 'b' && f_cl((struct cl){'a', 'b'}).b == 'a');
	struct pi p = f_pi(f_pi((struct pi){v, 3}));
	CHECK(*p.p == 30 && p.n == 1 && p.p == v + 2);
	struct nested n = f_nested((struct nested){{1, 2}, {3, 4}});
	CHECK(n.a.a == 1 && n.a.b == 1 && n.b.x == 3 && n.b.y == 5);
	struct array r = f_array(f_array((struct array){1, {7, 8, 9}}));
	CHECK(r.n == 3 && r.v[0] == 7 && r.v[1] == 9 && r.v[2] == 10);
	struct empty e;
	f_empty(1, e, 2);
	struct wide w = f_wide((struct wide){3, 'w'}, 100);
	CHECK(w.x == (__int128)3 << 100 && w.c == 'w');
	CHECK(call((struct fp){twice, 21}) == 42);
	struct deep x = {{{1, 2}, {3, 4}}, {5, 6, 7}, {{{8, 9}, {10, 11}}}};
	struct deep y = f_deep(0, x, 1);
	CHECK(y.n.b.y == 5 && y.f.a == 7 && y.last.d[0].a == 11 && y.last.d[0].b == 10 && y.last.d[1].b == 11);
	CHECK(x.n.b.y == 4 && x.f.a == 5 && x.last.d[0].a == 8);
	CHECK(crowd((struct ii){1, 0}, (struct ii){0, 2}, (struct ii){3, 0}, 4, (struct id){5, 6}, (struct pi){v, 7},
		(struct cl){8, 9}, (struct ff){11, 0}, 12) == 1 + 2 + 3 + 4 + 5 + 6 + 10 + 7 + 8 + 9 + 11 + 12);
}

int main(void)
{
	check1();
	check2();
	check3();
	check4();
	check5();
	check6();
	check7();
	check8();
	check9();
	check10();
	check11();
	check12();
	check13();
	check14();
	check15();
	check16();
	check17();
	check18();
	check19();
	check20();
	check21();
	check22();
	check23();
	check24();
	check25();
	check26();
	check27();
	check28();
	check29();
	check30();
	check31();
	check32();
	small();
	mixtures();
	done();
	return 0;
}
