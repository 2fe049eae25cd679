//! part function
//! part through_pointer
//! part changes
//! part calls
//! part its_own
//! part variable
//! part constant
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
int initial = 5;
const int limit = 9;
#else
__attribute__((weak)) int number(void) { return 1; }
__attribute__((weak)) void sets(int *p) {}
__attribute__((weak)) void calls_back(void) {}
__attribute__((weak)) int initial = 1;
extern const int limit;
__attribute__((weak)) const int limit = 1;
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
static void variable(void)
{
	if (initial == 5)
		reached();
	other();
}
static int at_most(const int *p) { return *p; }
static void constant(void)
{
	if (at_most(&limit) == 9)
		reached();
}
static void its_own(void) { hook(3); }
int main(void)
{
	PART();
	return 0;
}
