//! part looked_up
//! part by_another_name
//! part through_address
//! part nothing
//! part grown
//! part taken_out
//! part cleared
//! part put
//! part not_a_name: env A=B=C "$0"
/* The environment as an array, which the program sets, or looks at. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "world.h"

extern char **__environ;
static char *own[] = {"A=1", "B=2", 0};

static void looked_up(void)
{
	environ = own;
	char *p = getenv("A");
	if (p && strcmp(p, "1") == 0)
		reached();
}
static void by_another_name(void)
{
	__environ = own;
	if (getenv("A") && *getenv("B") == '2')
		reached();
}
static void through_address(void)
{
	char ***where = &environ;
	*where = own;
	if (getenv("A") && *getenv("A") == '1')
		reached();
}
static void nothing(void)
{
	environ = 0;
	if (!getenv("A"))
		reached();
}
static void grown(void)
{
	char **before = environ;
	setenv("A_NEW_ONE", "1", 1);
	if (environ != before)
		reached();
}
static void taken_out(void)
{
	environ = own;
	unsetenv("A");
	if (own[0][0] == 'B')
		reached();
}
static void cleared(void)
{
	clearenv();
	if (environ == 0)
		reached();
}
static void put(void)
{
	static char text[] = "A_NEW_ONE=7";
	putenv(text);
	for (char **p = environ; *p; p++)
		if (*p == text)
			reached();
}
static void not_a_name(void)
{
	char *p = getenv("A=B");
	if (p && *p == 'C')
		reached();
}
int main(void)
{
	PART();
	return 0;
}
