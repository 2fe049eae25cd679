//! part other_arguments
//! part does_not_return_there
/* A function of the program's own that has the name of one of the library's, in a unit that
 * is not there. */
#include "world.h"

struct item { int n; };
int nice(struct item *a, int n, struct item *b);
void err(struct item *a);
#ifdef HIDDEN
int nice(struct item *a, int n, struct item *b) { b->n = a->n + n; return 99; }
void err(struct item *a) { a->n = 7; }
#endif

static void other_arguments(void)
{
	struct item a = {1}, b = {0};
	if (nice(&a, 2, &b) == 99 && b.n == 3)
		reached();
}

/* The library's err ends the program. */
static void does_not_return_there(void)
{
	struct item a = {1};
	err(&a);
	if (a.n == 7)
		reached();
}

int main(void)
{
	PART();
	return 0;
}
