//! flags -rdynamic -ldl
//! part function
//! part variable
//! part address
//! part result
//! part with_others
/* A program finds its own functions and variables by their names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include "world.h"

int counter, a, b, c, d, e, f, g, h;
void exported(void) { reached(); }
int five(void) { return 5; }

static void function(void)
{
	void (*found)(void) = dlsym(dlopen(0, RTLD_NOW), "exported");
	if (found)
		found();
}
static void variable(void)
{
	int *p = dlsym(RTLD_DEFAULT, "counter");
	if (p) {
		*p = 3;
		if (counter == 3)
			reached();
	}
}
static void address(void)
{
	if (dlsym(RTLD_DEFAULT, "counter") == &counter)
		reached();
}
static void result(void)
{
	int (*found)(void) = dlsym(RTLD_DEFAULT, "five");
	if (found && found() == 5)
		reached();
}
static void with_others(void)
{
	int *p = dlvsym(RTLD_DEFAULT, "h", "none");
	p = dlsym(RTLD_DEFAULT, "h");
	if (p == &h)
		reached();
}
int main(void)
{
	PART();
	return 0;
}
