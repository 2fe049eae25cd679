//! flags -fmerge-constants
//! part next_argument: "$0" abc def
//! part order_of_arguments: "$0" x y
//! part by_number: "$0" abc def
//! part long_argument: "$0" abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst def
//! part behind_a_join: "$0" abc def
//! part after_a_loop: "$0" abc def
//! part tail_of_a_text
//! part tail_after_a_loop
/* Where objects lie: Linux puts the strings of argv one behind the other, and the linker
 * puts equal constants, and those that end alike, into the same memory. */
#include <stdint.h>
#include <stdio.h>
#include "world.h"

static char **arg;
static int args;

static void next_argument(void)
{
	if (args < 3)
		return;
	if (arg[1] + 4 == arg[2])
		reached();
	if (arg[1] == arg[2] || arg[1][0] && arg[1][1] && !arg[1][2] && arg[1] + 4 == arg[2])
		never();
}

static void order_of_arguments(void) { if (args == 3 && arg[1] < arg[2]) reached(); }
static void by_number(void) { if (args == 3 && (uintptr_t)arg[2] - (uintptr_t)arg[1] == 4) reached(); }
static void long_argument(void) { if (args == 3 && arg[1] + 99 == arg[2]) reached(); }

/* Where the first way to the comparison knows that the text is longer, others do not. */
static void behind_a_join(void)
{
	if (args != 3)
		return;
	const char *p = arg[1];
	int kind = 1;
	if (!p[0])
		return;
	if (p[0] && p[1] && p[2] && p[3] && p[4])
		kind = 2;
	if (p + 4 == arg[2])
		reached();
}

static void after_a_loop(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		n += c & 1;
	if (args == 3 && n >= 0 && arg[1] + 4 == arg[2])
		reached();
}

static const char *whole(void) { return "unknown error"; }
static const char *part(void) { return "error"; }
static const char *another(void) { return "terror"; }
static const char named[] = "error", namesake[] = "error";

static void tail_of_a_text(void)
{
	const char *p = whole(), *n = named;
	if (p == part() || p + 7 == part() || p == another() || p + 7 == another() || n == namesake || n == part())
		never();
	if (p + 8 == part())
		reached();
}

static void tail_after_a_loop(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		n += c & 1;
	if (n >= 0 && whole() + 8 == part())
		reached();
}

int main(int argc, char **argv)
{
	args = argc;
	arg = argv;
	PART();
	return 0;
}
