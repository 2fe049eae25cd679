/* A write at an address of which nothing is known may change anything. */
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int x = 1;

int main(void)
{
    uintptr_t at = (uintptr_t)&x;

    for (int i = 0; i < 3; i++)
        *(int *)(at * 3 / 3) = 0;
    return 1 / x; // @reachable division-by-zero
}
