/* Handlers run when main returns, the last one first. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int calls;
static void here(void) { }
static void first(void)
{
    if (calls == 1)
        here(); // @reachable
    if (calls == 0)
        here(); // @unreachable
}
static void second(void) { calls++; }

int main(void)
{
    atexit(first);
    atexit(second);
    if (__VERIFIER_nondet_int())
        _Exit(1);
    return 0;
}
