//! subsumed wp 1
/* Symbolic addresses: an object that is gone makes no difference. */
#include <stdlib.h>
static void error_1(void) {}

int main(void)
{
    int *p, *gone;
    if (__VERIFIER_nondet_int()) {
        gone = malloc(sizeof *gone);
        free(gone);
        p = malloc(sizeof *p);
        assume(p != 0);
        *p = 1;
    } else {
        p = malloc(sizeof *p);
        assume(p != 0);
        *p = 1;
    }
    if (*p > 1)
        ERROR(1);
    return 0;
}
