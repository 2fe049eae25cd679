//! missing
//! part error
//! part random_number
//! part mask
//! part option
//! part constant_table
/* A unit that is not there has constructors: these leave the library, and what they can name,
 * as they like. */
#include "world.h"
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

extern void (*const table[])(void);
void unused(void);

#ifdef HIDDEN
__attribute__((constructor)) static void begin(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	srand(9);
	optind = 3;
	table[0]();
	errno = 5;
}
void unused(void) {}
#endif

static void error(void)
{
	if (errno == 5)
		reached();
}

static void random_number(void)
{
	if (rand() != 1804289383)
		reached();
}

static void mask(void)
{
	sigset_t set;
	if (sigprocmask(SIG_BLOCK, NULL, &set) == 0 && sigismember(&set, SIGUSR1) == 1)
		reached();
}

static void option(void)
{
	if (optind == 3)
		reached();
}

static int set;
static void setter(void) { set = 1; }
void (*const table[])(void) = {setter};

static void constant_table(void)
{
	if (set)
		reached();
}

int main(int argc, char **argv)
{
	if (argc > 100)
		unused();
	PART();
	return 0;
}
