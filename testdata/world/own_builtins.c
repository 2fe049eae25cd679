//! part copies
//! part sets
//! part moves
//! part rounds
//! part multiplies
//! part by_builtin
//! part by_pointer
//! part of_texts
//! part in_place
/* Functions that compilers know, of the program's own: calls that are written lead there. */
#include <stddef.h>
#include "world.h"

extern void *memcpy(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memmove(void *, const void *, size_t);
extern double floor(double), fma(double, double, double);
extern size_t strlen(const char *);

static int calls;
static char text[] = "abcdefgh";
static size_t three = 3;

void *memcpy(void *to, const void *from, size_t n)
{
	calls++;
	for (size_t i = 0; i < n; i++)
		((char *)to)[i] = ((const char *)from)[i];
	return to;
}
__attribute__((weak)) void *memset(void *to, int c, size_t n)
{
	calls++;
	return to;
}
static void *my_move(void *to, const void *from, size_t n)
{
	calls++;
	return to;
}
void *memmove(void *to, const void *from, size_t n) __attribute__((alias("my_move")));
double my_floor(double x) __asm__("floor");
double my_floor(double x) { calls++; return 7; }
double fma(double x, double y, double z) { calls++; return 8; }
size_t strlen(const char *s) { calls++; return 9; }
int ffs(int x) { calls++; return 55; }
int abs(int x) { calls++; return 5; }

static void in_place(void)
{
	int x = three;
	if (__builtin_abs(-x) == 3 && __builtin_ffs(x + 1) == 3 && calls == 0)
		reached();
}
static void copies(void)
{
	memcpy(text, text + 4, three);
	if (calls != 1 || text[0] != 'e')
		never();
	reached();
}
static void sets(void)
{
	memset(text, 'x', three);
	if (calls != 1 || text[0] != 'a')
		never();
	reached();
}
static void moves(void)
{
	memmove(text, text + 1, three);
	if (calls != 1 || text[0] != 'a')
		never();
	reached();
}
static void rounds(void)
{
	double x = three;
	if (floor(x) != 7)
		never();
	reached();
}
static void multiplies(void)
{
	double x = three;
	if (fma(x, x, x) != 8)
		never();
	reached();
}
static void by_builtin(void)
{
	__builtin_memmove(text, text + 1, three);
	if (calls != 1 || text[0] != 'a')
		never();
	reached();
}
static void by_pointer(void)
{
	void *(*f)(void *, const void *, size_t) = memcpy;
	f(text, text + 1, three);
	if (calls != 1)
		never();
	reached();
}
static void of_texts(void)
{
	if (strlen(text + three) != 9)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
