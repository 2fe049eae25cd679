//! part by_callback
//! part as_number
//! part by_library
//! part others_stay
/* Blocks that others than the program free: a later block may lie where they lay. */
#include "world.h"
#include <search.h>
#include <stdint.h>
#include <stdlib.h>

static int *block;

void release(void) { free(block); }

#ifdef HIDDEN
void poke(void) { release(); }
#else
void poke(void);
#endif

static int in_order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int *made(void)
{
	int *p = malloc(24);
	if (!p)
		exit(1);
	*p = 1;
	return p;
}

static void by_callback(void)
{
	int *before = block = made();
	poke();
	int *next = made();
	if (next == before)
		reached();
}

static void as_number(void)
{
	block = made();
	uintptr_t before = (uintptr_t)block;
	poke();
	int *next = made();
	if ((uintptr_t)next == before)
		reached();
}

static void by_library(void)
{
	void *root = 0;
	block = made();
	uintptr_t before = (uintptr_t)block;
	tsearch(block, &root, in_order);
	tdestroy(root, free);
	int *one = made(), *other = made();
	if ((uintptr_t)one == before || (uintptr_t)other == before)
		reached();
}

static void others_stay(void)
{
	block = made();
	int *mine = made();
	poke();
	int *next = made();
	if (next == mine || (uintptr_t)next == (uintptr_t)mine)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
