//! subsumed wp 1
/* Symbolic addresses: two objects allocated in either order. */
#include <stdlib.h>
static void error_1(void) {}

int main(void)
{
    int *p, *q;
    if (__VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        q = malloc(sizeof *q);
        assume((p != 0) & (q != 0));
        *p = 1;
        *q = 2;
    } else {
        q = malloc(sizeof *q);
        p = malloc(sizeof *p);
        assume((p != 0) & (q != 0));
        *q = 2;
        *p = 1;
    }
    if (*p + *q > 3)
        ERROR(1);
    return 0;
}
