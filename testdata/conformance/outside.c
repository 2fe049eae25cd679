//! not native it is defined in part by code that is not there
//! part array
//! part opaque
//! part weak
/* Variables of which only a declaration is there. */
#include "conformance.h"

extern int table[];
extern struct hidden secret;
extern int missing __attribute__((weak));
int __VERIFIER_nondet_int(void);

static void array(void)
{
	int x = table[3]; // @reachable out-of-bounds
	CHECK(table[3] == x);
	table[2] = 7;
	CHECK(table[2] == 7 && table[3] == x);
}

static void opaque(void)
{
	struct hidden *p = &secret;
	CHECK(p == &secret && p);
}

static void weak(void)
{
	if (&missing)
		missing = 3;
	if (__VERIFIER_nondet_int())
		missing = 4; // @reachable null-access
	CHECK(!&missing);
}

int main(void)
{
	PART();
	CHECK(1 + 0 * __VERIFIER_nondet_int());
	done();
	return 0;
}
