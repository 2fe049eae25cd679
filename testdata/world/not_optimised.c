//! part argument
//! part cast
//! part size
//! part least_size
//! part level
/* Without optimisation nothing is known of what comes from memory. */
#include "world.h"

static int is_constant(int n)
{
	return __builtin_constant_p(n);
}

static void argument(void)
{
	if (is_constant(3))
		never();
	reached();
}

static int wide(unsigned char n)
{
	return __builtin_constant_p((long)n);
}

static void cast(void)
{
	if (wide(3))
		never();
	reached();
}

static unsigned long size_of(char *p)
{
	return __builtin_object_size(p, 0);
}

static void size(void)
{
	char four[4];
	if (size_of(four) != -1ul)
		never();
	reached();
}

static unsigned long least(char *p)
{
	return __builtin_object_size(p + 1, 2);
}

static void least_size(void)
{
	char four[4];
	if (least(four) != 0)
		never();
	reached();
}

static void level(void)
{
#ifdef __OPTIMIZE__
	never();
#endif
#ifdef __NO_INLINE__
	reached();
#endif
}

int main(void)
{
	PART();
	return 0;
}
