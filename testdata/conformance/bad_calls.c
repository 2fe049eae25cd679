//! not native these calls are errors
//! part structs
//! part doubles
//! part few
//! part data
/* Calls of functions of the wrong type. */
#include "conformance.h"

int __VERIFIER_nondet_int(void);

struct two { long a, b; };
static struct two pair(long a) { return (struct two){a, a}; }
static double half(double x) { return x / 2; }
static int add(int a, int b) { return a + b; }

static void structs(void)
{
	if (__VERIFIER_nondet_int())
		((int (*)(long))pair)(3); // @reachable bad-call
}

static void doubles(void)
{
	if (__VERIFIER_nondet_int())
		((double (*)(int))half)(3); // @reachable bad-call
}

static void few(void)
{
	int (*f)() = add;
	if (__VERIFIER_nondet_int())
		f(3); // @reachable bad-call
	CHECK(f(3, 4) == 7);
}

static void data(void)
{
	static int code = 3;
	void (*f)(void) = (void (*)(void))&code;
	if (__VERIFIER_nondet_int())
		f(); // @reachable bad-call
}

int main(void)
{
	PART();
	CHECK(1 + __VERIFIER_nondet_int() * 0);
	done();
	return 0;
}
