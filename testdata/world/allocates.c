//! part frees
//! part frees_twice
//! part reallocates
/* Code that is not there may return blocks of malloc's. */
#include "world.h"
#include <stdlib.h>

char *make(void);
#ifdef HIDDEN
char *make(void) { return malloc(8); }
#endif

static void frees(void)
{
	char *p = make();
	if (p == NULL)
		return;
	free(p);
	reached();
}

static void frees_twice(void)
{
	char *p = make(), *q = make();
	if (p == NULL || q == NULL || p == q)
		return;
	free(p);
	free(q);
	reached();
}

static void reallocates(void)
{
	char *p = make();
	if (p == NULL)
		return;
	p = realloc(p, 20);
	if (p != NULL) {
		p[19] = 1;
		free(p);
		reached();
	}
}

int main(void)
{
	PART();
	return 0;
}
