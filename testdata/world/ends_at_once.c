//! part quick
//! part in_a_destructor
/* Ends of the program at which no destructors run, or not all. */
#include <stdlib.h>
#include "world.h"

static int leave;
__attribute__((destructor)) static void last(void) { never(); }
__attribute__((destructor)) static void before(void) { if (leave) exit(3); never(); }

/* The only sign of such an end is a handler, or what ran before. */
static void seen(void) { reached(); }
static void leaves(void) { leave = 1; }

static void quick(void) { atexit(leaves); at_quick_exit(seen); quick_exit(1); }
static void by_then(void) { if (leave) reached(); leave = 1; atexit(by_then); exit(2); }
static void in_a_destructor(void) { atexit(by_then); exit(1); }

int main(void)
{
	PART();
	return 0;
}
