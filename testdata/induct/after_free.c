/* What comes behind a second free of one block rests on there being none: the list of
 * free blocks is what it changes. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static void here(void) {}

int main(void)
{
    int flag = 0;
    char *p = malloc(8);

    while (__VERIFIER_nondet_int()) {
        if (flag)
            here(); // @unreachable reached
        free(p); // @reachable double-free
    }
    return 0;
}
