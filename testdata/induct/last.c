/* The errors of a model belong to the call, also to the last one of the program: nothing
 * comes behind it, and yet it is still to come while the model runs. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(8);
    int n = 0;
    if (p == NULL)
        return 1;
    while (__VERIFIER_nondet_int())
        if (n < 100)
            n++;
    if (n == 50)
        free(p);
    free(p); // @reachable double-free
    return 0;
}
