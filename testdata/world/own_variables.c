//! part environment
//! part name
/* The program defines variables by the names that the library gives to its own: the library
 * sets them before main. */
#include "world.h"
#include <stddef.h>

char **__environ, *__progname;

static void environment(void)
{
	if (__environ != NULL)
		reached();
}

static void name(void)
{
	if (__progname != NULL)
		reached();
}

int main(void)
{
	PART();
	return 0;
}
