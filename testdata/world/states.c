//! part written
//! part again
//! part too_small
//! part returned
//! part seeded
//! part progname
//! part progname_at_line
//! part progname_later
/* State that a program gives the library, or sets in it. */
#define _GNU_SOURCE
#include <error.h>
#include <stdlib.h>
#include <string.h>
#include "world.h"

static char state[128], small[32];

static void written(void)
{
	char before[sizeof small];
	initstate(7, small, sizeof small);
	memcpy(before, small, sizeof small);
	random();
	if (memcmp(before, small, sizeof small) != 0)
		reached();
}
static void again(void)
{
	char *old = initstate(1, state, sizeof state);
	long x = random();
	setstate(old);
	if (random() == x)
		reached();
}
static void too_small(void)
{
	if (initstate(1, small, 7) != 0)
		never();
	reached();
}
static void returned(void)
{
	initstate(5, state, sizeof state);
	if (initstate(6, small, sizeof small) != state)
		never();
	reached();
}
static void seeded(void)
{
	initstate(5, small, sizeof small);
	srandom(1);
	long x = random();
	srandom(1);
	initstate(1, small, 8);
	srandom(1);
	if (random() != x)
		reached();
}
static void name(void) { reached(); }
void unknown(void);
#ifdef HIDDEN
void unknown(void) { error(0, 0, "x"); }
#endif
static void progname_later(void)
{
	error_print_progname = name;
	unknown();
}
static void progname_at_line(void)
{
	error_print_progname = name;
	error_at_line(0, 0, "file", 1, "x");
}
static void progname(void)
{
	error_print_progname = name;
	error(0, 0, "x");
}
int main(void)
{
	PART();
	return 0;
}
