//! reachable
/* Separation: what holds of two objects does not hold of one. */
#include <stdlib.h>
static void error_1(void) {}

int main(void)
{
    int *y = malloc(sizeof *y), *z;
    assume(y != 0);
    if (__VERIFIER_nondet_int()) {
        z = malloc(sizeof *z);
        assume(z != 0);
    } else {
        z = y;
    }
    *z = 1;
    *y = 1;
    *y = 0;
    if (*z == 0)
        ERROR(1);
    return 0;
}
