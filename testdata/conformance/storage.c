/* Static locals, constants, initialisers with addresses, weak symbols,
 * aliases, constructors, thread-local variables, alignment, packing. */
#include "conformance.h"

typedef __UINTPTR_TYPE__ uintptr;

static int counter(void)
{
	static int n = 10;
	static int *const pn = &n;
	return (*pn)++;
}
static const char *name(int i)
{
	static const char *const names[] = {"a", "bb", "ccc"};
	return names[i];
}
static int other(void)
{
	static int n;
	return ++n;
}

struct list { int v; struct list *next, **back; };
extern struct list b;
static struct list a = {1, &b, 0};
struct list b = {2, &a, &a.next};
static int numbers[4] = {[1] = 5};
static struct { int *p; int **pp; int (*f)(void); const char *s; void *self; } web = {&numbers[1], &web.p, counter, "text" + 2, &web};
static int tentative;
static int tentative;
extern const int limit;
const int limit = 77;
static const int *const limits[2] = {&limit, &limit};
static const unsigned char squares[] = {0, 1, 4, 9, 16, 25, 36, 49};
static long distance = (char *)&numbers[3] - (char *)&numbers[1];

__attribute__((weak)) int weak_defined(void) { return 5; }
extern int weak_missing(void) __attribute__((weak));
extern int weak_variable __attribute__((weak));
int original(int x) { return x + 1; }
int alias(int) __attribute__((alias("original")));
int target = 3;
extern int renamed __attribute__((alias("target")));
static int hidden(void) __attribute__((unused));
static int hidden(void) { return 8; }
int labelled(void) __asm__("another_name");
int labelled(void) { return 9; }

static int order[4], used;
__attribute__((constructor(202))) static void second(void) { order[used++] = 2; }
__attribute__((constructor(201))) static void first(void) { order[used++] = 1; }
__attribute__((constructor)) static void last(void) { order[used++] = 3; }
__attribute__((destructor)) static void end(void) { used = -1; }

static _Thread_local int local = 4;
static __thread struct list *head = &a;

struct __attribute__((packed)) packed { char c; int i; short s; long l; };
struct aligned { char c; _Alignas(16) int i; } __attribute__((aligned(32)));
struct __attribute__((packed, aligned(2))) both { char c; int i; };
static struct packed pk = {1, -2, 3, -4};
static struct packed many[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
static _Alignas(64) char line[64];
static char section_data[4] __attribute__((section("mine"))) = "sec";

enum { A, B = 5, C, D = -1, E = C * 2 };
enum big { SMALL, BIG = 0x7fffffffffL };

static void registers(void)
{
	register int r = 3;
	auto int k = r * 2;
	const int c = k;
	int *restrict p = &k;
	CHECK(*p == 6 && c == 6 && r == 3);
	{
		int k = 1;
		CHECK(k == 1);
		{
			extern int target;
			CHECK(target == 3);
		}
	}
	CHECK(k == 6);
}

static void layouts(void)
{
	struct aligned al = {1, 2};
	int *unaligned = &pk.i;
	CHECK(sizeof pk == 15 && pk.i == -2 && pk.l == -4 && *unaligned == -2);
	pk.i = 0x01020304;
	CHECK(pk.c == 1 && pk.s == 3 && ((char *)&pk)[1] == 4);
	CHECK(many[1].l == 8 && (char *)&many[1].s - (char *)many == 20 && many[0].s == 3);
	CHECK(sizeof al == 32 && al.i == 2 && ((uintptr)&al & 31) == 0 && ((uintptr)&al.i & 15) == 0);
	CHECK(((uintptr)line & 63) == 0 && ((uintptr)&distance & 7) == 0);
	CHECK(sizeof(struct both) == 6 && section_data[2] == 'c');
}

int main(void)
{
	CHECK(counter() == 10 && counter() == 11 && other() == 1 && other() == 2 && counter() == 12);
	CHECK(name(2)[2] == 'c' && name(1) == name(1));
	CHECK(a.next == &b && b.next->next == &b && *b.back == &b && a.next->v == 2);
	CHECK(*web.p == 5 && **web.pp == 5 && web.f() == 13 && *web.s == 'x' && web.self == &web);
	CHECK(tentative == 0 && limit == 77 && *limits[1] == 77 && squares[7] == 49 && distance == 8);
	CHECK(weak_defined() == 5 && !weak_missing && !&weak_variable);
	CHECK(alias(1) == 2 && renamed == 3 && hidden() == 8 && labelled() == 9);
	renamed = 6;
	CHECK(target == 6 && &renamed == &target);
	target = 3;
	CHECK(used == 3 && order[0] == 1 && order[1] == 2 && order[2] == 3);
	CHECK(local == 4 && head->v == 1);
	local++;
	head = head->next;
	CHECK(local == 5 && head->v == 2);
	CHECK(A == 0 && B == 5 && C == 6 && D == -1 && E == 12 && sizeof(enum big) == 8 && BIG > 0);
	registers();
	layouts();
	done();
	return 0;
}
