//! part formatted
//! part through_pointer
//! part line: echo abc | "$0"
//! part opened
//! part duplicated
//! part refused
//! part at_the_end
//! part variable
//! part no_other_way
//! part called_there
/* A program's own malloc, calloc, realloc and free serve the library, too. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "world.h"

#define formatted 1
#define through_pointer 2
#define line 3
#define opened 4
#define duplicated 5
#define refused 6
#define at_the_end 7
#define variable 8
#define no_other_way 9
#define called_there 10

static _Alignas(16) char pool[1 << 20];
static size_t top;
static int taken, given, refuse, watch, other;

void *malloc(size_t n)
{
	taken++;
#if PART == called_there
	if (watch)
		reached();
#endif
	if (refuse || n > sizeof pool - top)
		return 0;
	void *p = pool + top;
	top += (n + 15) / 16 * 16;
	return p;
}
void free(void *p)
{
	given += p != 0;
#if PART == at_the_end
	if (watch)
		reached();
#endif
}
void *calloc(size_t n, size_t size)
{
	void *p = malloc(n * size);
	if (p)
		memset(p, 0, n * size);
	return p;
}
void *realloc(void *p, size_t n)
{
	void *q = malloc(n);
	if (p && q)
		memmove(q, p, n);
	return q;
}
static void nothing(void) {}
static int inside(void *p) { return (char *)p >= pool && (char *)p < pool + sizeof pool; }

int main(void)
{
	int before = taken;
	char *text = 0;
	size_t room = 0;
	int (*say)(const char *) = puts;
	switch (PART) {
	case formatted:
		printf("%d\n", 1);
		if (taken != before)
			reached();
		break;
	case through_pointer:
		say("x");
		if (taken > before)
			reached();
		break;
	case line:
		if (getline(&text, &room, stdin) > 0 && inside(text))
			reached();
		break;
	case opened: {
		FILE *f = fopen("/dev/null", "r");
		if (f && inside(f))
			reached();
		break;
	}
	case duplicated:
		text = strdup("abc");
		if (text && inside(text) && taken == before + 1)
			reached();
		break;
	case refused:
		refuse = 1;
		if (fopen("/dev/null", "r") == 0)
			reached();
		break;
	case at_the_end: /* more than the library has room for without malloc */
		for (int i = 0; i < 40; i++)
			atexit(nothing);
		watch = 1;
		break;
	case variable:
		setenv("A_NAME", "1", 1);
		if (taken > before)
			reached();
		break;
	case no_other_way:
		printf("%d\n", 1);
		if (other != 0 || before < 0)
			never();
		if (taken != before)
			reached();
		break;
	case called_there:
		watch = 1;
		puts("x");
		break;
	}
	return 0;
}
