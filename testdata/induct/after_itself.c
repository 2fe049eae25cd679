/* That the block may have been freed is looked at after that there is one. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p), n = 0;

    if (!p)
        return 1;
    while (__VERIFIER_nondet_int())
        n++;
    if (n & 1)
        free(p);
    *p = 1; // @unreachable null-access
    return 0;
}
