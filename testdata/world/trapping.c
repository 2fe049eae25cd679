//! flags -ftrapv
//! part sum: "$0" a; "$0"
//! part negated: "$0" a; "$0"
//! part product: "$0" a; "$0"
//! part in_a_loop: yes | head -c 9 | "$0"; echo | "$0"
//! part unsigned_wraps
/* With -ftrapv a signed overflow ends the program. */
#include <limits.h>
#include <stdio.h>
#include "world.h"

static int args;

static void sum(void)
{
	int x = INT_MAX;
	x += args - 1;
	if (x < 0)
		never();
	reached();
}

static void negated(void)
{
	int x = args > 1 ? INT_MIN : 0;
	if (-x == INT_MIN)
		never();
	reached();
}

static void product(void)
{
	int x = 0x10000 * (args > 1 ? 0x10000 : 1);
	if (x == 0)
		never();
	reached();
}

static void in_a_loop(void)
{
	int x = INT_MAX - 3, c;
	while ((c = getchar()) != EOF)
		x++;
	if (x < 0)
		never();
	reached();
}

static void unsigned_wraps(void)
{
	unsigned x = UINT_MAX;
	x += args;
	if (x == 0)
		reached();
}

int main(int argc, char **argv)
{
	args = argc;
	PART();
	return 0;
}
