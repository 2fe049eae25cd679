//! part called
//! part by_name
/* A function stands where the linker says that its section begins. */
#include "world.h"

__attribute__((section("code"), used)) static void first(void) { reached(); }

#define called 1
#define by_name 2
#if PART == called
#undef called
extern char __start_code[];

static void called(void)
{
	void (*f)(void) = (void (*)(void))__start_code;
	f();
}
#else
#undef by_name
extern void __start_code(void);

static void by_name(void) { __start_code(); }
#endif

int main(void)
{
	PART();
	return 0;
}
