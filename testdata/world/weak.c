//! part function
//! part through_pointer
//! part changes
//! part calls
//! part its_own
/* A weak definition counts where no other unit has one: the unit that is not there may. */
#include "world.h"

void other(void);
void target(void) { reached(); }
int seen;
#ifdef HIDDEN
void other(void) {}
int number(void) { return 7; }
void sets(int *p) { *p = 5; }
void calls_back(void) { target(); }
#else
__attribute__((weak)) int number(void) { return 1; }
__attribute__((weak)) void sets(int *p) {}
__attribute__((weak)) void calls_back(void) {}
#endif
int number(void);
void sets(int *p);
void calls_back(void);
__attribute__((weak)) void hook(int n) { if (n == 3) reached(); }

static void function(void)
{
	if (number() == 7)
		reached();
	other();
}
static void through_pointer(void)
{
	int (*f)(void) = number;
	if (f() == 7)
		reached();
}
static void changes(void)
{
	int n = 0;
	sets(&n);
	if (n == 5)
		reached();
}
static void calls(void) { calls_back(); }
static void its_own(void) { hook(3); }
int main(void)
{
	PART();
	return 0;
}
