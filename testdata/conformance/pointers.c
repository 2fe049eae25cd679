/* Pointer arithmetic, comparison, casts through integers, tags in low bits,
 * pointers copied byte by byte. */
#include "conformance.h"

typedef __UINTPTR_TYPE__ uintptr;

struct node { int value; struct node *next; };

static int x = 1, y = 2;
static int *px = &x;
static int **ppx = &px;
static int ***pppx = &ppx;
static int array[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static int *const middle = &array[5];
static int *ends[] = {array, array + 10, &array[3] - 1, 0};
static char *bytes = (char *)&array[2] + 1;
static struct node third = {3, 0}, second = {2, &third}, first = {1, &second};
static void *self = &self;

static void arithmetic(void)
{
	int *p = array, *q = array + 10;
	CHECK(q - p == 10 && p - q == -10 && *(q - 1) == 9 && p[3] == 3 && 3 [p] == 3);
	CHECK(*p++ == 0 && *p == 1 && *++p == 2 && *p-- == 2 && *--p == 0 && p == array);
	p += 7;
	CHECK(*p == 7 && p[-7] == 0 && &p[-7] == array);
	p -= 2;
	CHECK(p == middle && *p == 5);
	CHECK((char *)q - (char *)array == 40);
	CHECK(p < q && q > p && p <= p && p >= array && p != q && !(q < q));
	for (p = array; p < array + 10; p++)
		CHECK(*p == p - array);
	CHECK(ends[1] - ends[0] == 10 && *ends[2] == 2 && !ends[3] && *(bytes - 1) == 2);
	long i = -3;
	unsigned char k = 4;
	CHECK(q[i] == 7 && array[k] == 4 && *(array + k + i) == 1);
	CHECK((q - 10 == array) && (ends[0] ? 1 : 0) && !(!p));
}

static void indirection(void)
{
	CHECK(***pppx == 1 && *ppx == &x && **ppx == 1);
	*ppx = &y;
	CHECK(*px == 2 && ***pppx == 2);
	**ppx = 5;
	CHECK(y == 5 && x == 1);
	*ppx = &x;
	int n = 0;
	for (struct node *p = &first; p; p = p->next)
		n = n * 10 + p->value;
	CHECK(n == 123 && first.next->next == &third);
	struct node **link = &first.next;
	*link = (*link)->next;
	CHECK(first.next == &third);
	first.next = &second;
	CHECK(self == &self && *(void **)self == self);
}

static void integers(void)
{
	uintptr u = (uintptr)&array[4];
	CHECK(*(int *)u == 4 && *(int *)(u + 4) == 5 && *(int *)(u - 4) == 3);
	CHECK((u & 3) == 0 && u != 0 && (int *)u == array + 4);
	CHECK((uintptr)(array + 10) - (uintptr)array == 40);
	uintptr tagged = u | 1;
	CHECK((tagged & 1) == 1 && *(int *)(tagged & ~(uintptr)1) == 4 && *(int *)(tagged - 1) == 4);
	int *t = (int *)(tagged ^ 1);
	*t = 44;
	CHECK(array[4] == 44);
	*t = 4;
	CHECK((u >> 2 << 2) == u && (int *)(u >> 2 << 2) == t);
	CHECK((void *)0 == 0 && (uintptr)(void *)0 == 0 && (int *)16 == (int *)(uintptr)16);
	uintptr hidden = ~u;
	CHECK(*(int *)~hidden == 4);
	hidden = u ^ 0x5555;
	CHECK(*(int *)(hidden ^ 0x5555) == 4);
	uintptr list = (uintptr)&first ^ (uintptr)&third;
	CHECK(((struct node *)(list ^ (uintptr)&first))->value == 3);
	CHECK((long)(u % 4) == 0 && (_Bool)u && (_Bool)&array[1]);
}

static void copies(void)
{
	int *p = &array[6], *q = 0;
	for (unsigned i = 0; i < sizeof p; i++)
		((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
	CHECK(q == p && *q == 6);
	__builtin_memcpy(&q, &middle, sizeof q);
	CHECK(*q == 5);
	struct node a = {7, &second}, b;
	__builtin_memcpy(&b, &a, sizeof a);
	CHECK(b.next->value == 2);
	unsigned halves[2];
	__builtin_memcpy(halves, &p, sizeof p);
	uintptr u = (uintptr)halves[1] << 32 | halves[0];
	CHECK(*(int *)u == 6);
	char shifted[sizeof p + 3];
	__builtin_memcpy(shifted + 3, &p, sizeof p);
	__builtin_memmove(shifted, shifted + 3, sizeof p);
	CHECK(**(int **)shifted == 6);
	long as_long = *(long *)&p;
	as_long += 4;
	CHECK(*(int *)as_long == 7);
}

static int *choose(int c, int *a, int *b) { return c ? a : b; }

static void relations(void)
{
	int a = 1, b = 2;
	int *p = choose(1, &a, &b), *q = choose(0, &a, &b);
	CHECK(p == &a && q == &b && p != q && *p + *q == 3);
	int *t = p;
	p = q;
	q = t;
	CHECK(*p == 2 && *q == 1);
	CHECK((p < q) + (q < p) == 1 && (p < q) == ((uintptr)p < (uintptr)q));
	const char *s = "abc", *e = s;
	while (*e)
		e++;
	CHECK(e - s == 3 && e[-1] == 'c');
	CHECK(&((struct node *)0)->next == (struct node **)8);
	CHECK(__builtin_offsetof(struct node, next) == 8);
	struct node n;
	struct node *back = (struct node *)((char *)&n.next - __builtin_offsetof(struct node, next));
	CHECK(back == &n);
}

int main(void)
{
	arithmetic();
	indirection();
	integers();
	copies();
	relations();
	done();
	return 0;
}
