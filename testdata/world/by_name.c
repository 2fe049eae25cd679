//! part by_name
/* Code that is not there calls what it knows by its name. */
#include "world.h"

void exported(void);
#ifdef HIDDEN
void library(void) { exported(); }
#else
void library(void);
#endif

void exported(void) { reached(); }
static void by_name(void) { library(); }

int main(void)
{
	PART();
	return 0;
}
