//! part order
//! part return_runs_them
//! part behind_handlers
//! part exit_in_a_handler
//! part registered_in_a_destructor
//! part after_a_loop
/* What runs when the program ends: handlers of atexit, then destructors. */
#include <stdlib.h>
#include "world.h"

static int trail, wanted, bad, quit;

static void note(int digit) { trail = 10 * trail + digit; }

/* Without priority first, those of one unit from the last on, then from the highest
 * number down. */
__attribute__((destructor(200))) static void low(void) { note(4); }
__attribute__((destructor(300))) static void high(void) { note(3); }
__attribute__((destructor)) static void first(void) { note(2); }

static void late(void) { if (trail == 12) reached(); never(); }

__attribute__((destructor)) static void second(void)
{
	note(1);
	if (quit == 2)
		atexit(late);
}

__attribute__((destructor(101))) static void judge(void)
{
	if (trail == wanted)
		reached();
	if (trail == bad)
		never();
}

static void handler(void) { note(7); if (quit == 3) { quit = 0; exit(2); } }
static void other(void) { note(8); }

static void order(void) { wanted = 1234; bad = 4321; exit(0); }
static void return_runs_them(void) { wanted = 1234; bad = 0; }
static void behind_handlers(void) { atexit(handler); atexit(other); wanted = 871234; bad = 123487; }
static void exit_in_a_handler(void) { atexit(other); atexit(handler); quit = 3; wanted = 781234; bad = 71234; }

static void registered_in_a_destructor(void) { quit = 2; wanted = -1; }

static void after_a_loop(void)
{
	int n = 0;
	while (n < 100000)
		n++;
	wanted = 1234 + n - 100000;
	bad = n + 1;
}

int main(void)
{
	PART();
	return 0;
}
