//! part without_exit
//! part with_exit
/* A function in the section of those that run at the end. */
#include <stdlib.h>
#include "world.h"

static int armed;
static void last(void) { if (armed == 2) reached(); }
__attribute__((section(".fini_array"), used)) static void (*const entry)(void) = last;

static void without_exit(void) { armed = 2; }
static void handler(void) { armed++; }
static void with_exit(void) { armed = 1; atexit(handler); exit(0); }

int main(void)
{
	PART();
	return 0;
}
