//! missing
//! part chosen
//! part resolver
//! part in_a_table
/* Functions that a resolver chooses when the program starts. */
#include "world.h"

static int a(void) { return 1; }
static int b(void) { return 2; }
static int ran;

#define CHOSEN(p) (sizeof #p == sizeof CHOICE(PART))
#define CHOICE(p) CHOICE_(p)
#define CHOICE_(p) #p

static int called(void)
{
	if (CHOSEN(chosen))
		reached();
	return 3;
}

static int (*resolve(void))(void)
{
	ran = 1;
	return CHOSEN(chosen) ? called : a;
}

static int (*const table[])(void) = {a, b};
static int (*look_up(void))(void) { return table[1]; }

int f(void) __attribute__((ifunc("resolve")));
int g(void) __attribute__((ifunc("look_up")));

static void chosen(void) { f(); }

static void resolver(void)
{
	if (ran == 1 && f() == 1)
		reached();
}

static void in_a_table(void)
{
	if (g() == 2)
		reached();
}

int main(void)
{
	PART();
	return 0;
}
