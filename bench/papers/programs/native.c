/* The inputs of a native run: numbers on standard input. */
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void)
{
    int v;
    if (scanf("%d", &v) != 1)
        exit(0);
    return v;
}
