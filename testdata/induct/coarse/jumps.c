/* Non-local jumps in outlines. A function that they come back to tells nothing of its
   variables; the others are told as ever. */
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf env;
int global;

static void fail(int why)
{
	longjmp(env, why);
}

/* Behind the second return p is null. */
static int changed(void)
{
	int *p = &global;
	if (setjmp(env))
		return *p; // @undecided null-access
	p = 0;
	fail(1);
	return *p; // @unreachable null-access
}

/* A caller of both: what it has in variables of its own is not touched. */
static int caller(void)
{
	int *p = &global;
	while (__VERIFIER_nondet_int()) {
		int r = changed();
		if (r == 3)
			fail(r);
		*p = r; // @unreachable null-access
	}
	return *p; // @unreachable null-access
}

/* The jump is the end of the way. */
static int tested(int *p)
{
	while (__VERIFIER_nondet_int())
		if (p == 0)
			longjmp(env, 2);
		else
			*p += 1; // @unreachable null-access
	if (p == 0)
		longjmp(env, 2);
	return *p; // @unreachable null-access
}

int main(void)
{
	if (setjmp(env))
		return 1;
	return caller() + tested(__VERIFIER_nondet_int() ? &global : 0);
}
