/* What memcpy leaves rests on reads of a block that may have been freed. */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
static void here(void) {}

int main(void)
{
    int *q = malloc(sizeof *q), n = 0;

    if (!q)
        return 1;
    *q = 0;
    if (__VERIFIER_nondet_int())
        free(q);
    while (__VERIFIER_nondet_int()) {
        if (n)
            here(); // @unreachable reached
        memcpy(&n, q, sizeof n); // @reachable dead-access
    }
    return 0;
}
