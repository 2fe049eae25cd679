//! flags -O2 -msse4.2 -fexceptions -fno-pic -no-pie
//! part constant
//! part constant_in_a_loop
//! part constant_of_double
//! part size
//! part size_of_block
//! part size_of_member
//! part least_size
//! part size_as_bound
//! part level
//! part inline_variants
//! part instruction_set
//! part exceptions
//! part position
/* What the optimiser knows, and the macros of flags that are not part of the analysis. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "world.h"

static inline int logarithm(unsigned long n)
{
	if (__builtin_constant_p(n))
		reached();
	return n > 1;
}

static void constant(void)
{
	logarithm(sizeof(long));
}

static void constant_in_a_loop(void)
{
	for (int i = 0; i < 3; i++)
		logarithm(8);
}

static inline int half(double d)
{
	return __builtin_constant_p(d) ? 1 : 2;
}

static void constant_of_double(void)
{
	int h = half(0.5);
	if (h > 2)
		never();
	if (h == 1)
		reached();
}

static inline void put(char *to, char c)
{
	if (__builtin_object_size(to, 0) == 4)
		reached();
	*to = c;
}

static void size(void)
{
	char four[4];
	put(four, 1);
}

static void size_of_block(void)
{
	char *block = malloc(4);
	if (block != NULL)
		put(block, 1);
	free(block);
	put((char[4]){0}, 1); /* gcc and clang */
}

static struct pair {
	char first[4], second[4];
} pair;

static inline unsigned long room(char *to)
{
	return __builtin_object_size(to, 1);
}

static void size_of_member(void)
{
	if (room(pair.first) != -1ul)
		reached();
}

static inline unsigned long least(char *to)
{
	return __builtin_object_size(to, 2);
}

static void least_size(void)
{
	char six[6];
	if (least(six) != 0)
		reached();
}

static inline void copy(char *to, const char *from)
{
	size_t n = __builtin_object_size(to, 0);
	if (n < 8)
		reached();
	if (n >= 8 && n < 4)
		never();
	memcpy(to, from, 3);
}

static void size_as_bound(void)
{
	char small[4];
	copy(small, "ab");
}

static void level(void)
{
#ifdef __OPTIMIZE__
	reached();
#endif
}

static void inline_variants(void)
{
#ifndef __NO_INLINE__
	const char *text = "X";
	if (atoi("12") != 12 || tolower(*text) != 'x')
		never();
	reached();
#endif
}

static void instruction_set(void)
{
#if defined __SSE4_2__ && !defined __AVX__
	reached();
#endif
}

static void exceptions(void)
{
#ifdef __EXCEPTIONS
	reached();
#endif
}

static void position(void)
{
#ifndef __PIC__
	reached();
#endif
}

int main(void)
{
	PART();
	return 0;
}
