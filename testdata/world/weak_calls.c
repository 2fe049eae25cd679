//! missing
//! part calls
//! part its_own
/* What stands in for a weak definition calls what it can name; or the definition counts. */
#include "world.h"

void target(void) { reached(); }
#ifdef HIDDEN
void calls_back(void) { target(); }
#else
__attribute__((weak)) void calls_back(void) {}
#endif
void calls_back(void);
__attribute__((weak)) void hook(int n) { if (n == 3) reached(); }

static void calls(void) { calls_back(); }
static void its_own(void) { hook(3); }
int main(void)
{
	PART();
	return 0;
}
