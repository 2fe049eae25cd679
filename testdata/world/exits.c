//! part handler
//! part destructor
//! part handler_sees_the_state
/* Code that is not there ends the program. */
#include "world.h"
#include <stdlib.h>

#ifdef HIDDEN
void leave(int n) { if (n) exit(3); }
#else
void leave(int n);
#endif

static int state;
static void check(void) { if (state == 1) reached(); }

static void handler(void)
{
	atexit(check);
	state = 1;
	leave(1);
	state = 0;
}

static int armed;
static void last(void) { if (armed && state == 1) reached(); }
__attribute__((destructor)) static void at_last(void) { last(); }

static void destructor(void)
{
	armed = state = 1;
	leave(1);
	armed = 0;
}

/* Where no end is seen, the program goes on. */
static void twice(void) { if (state == 2) never(); if (state == 1) reached(); }

static void handler_sees_the_state(void)
{
	atexit(twice);
	state = 1;
	leave(1);
	state = 0;
}

int main(void)
{
	PART();
	return 0;
}
