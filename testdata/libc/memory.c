/* Allocation: failure, contents, sizes, and errors of the caller. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

int main(void)
{
    int *p = malloc(8);
    if (p == NULL) {
        here(); // @reachable
        if (errno != ENOMEM)
            here(); // @unreachable
        return 0;
    }
    p[0] = 4;
    p[1] = 5;
    int *q = realloc(p, 16);
    if (q == NULL) {
        if (p[0] != 4)
            here(); // @unreachable
        free(p);
        return 0;
    }
    if (q[0] != 4 || q[1] != 5)
        here(); // @unreachable
    free(q);
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    char *z = calloc(n, 2);
    if (z == NULL)
        return 0;
    if (z[n] != 0)
        here(); // @unreachable
    if (calloc((size_t)n << 40, (size_t)1 << 40) != NULL)
        here(); // @unreachable
    if (malloc(SIZE_MAX - 3) != NULL)
        here(); // @unreachable
    void *a = NULL;
    if (posix_memalign(&a, 64, 10) == 0 && ((uintptr_t)a & 63) != 0)
        here(); // @unreachable
    memset(z, 1, 2 * n + (n == 77)); // @reachable out-of-bounds
    free(z);
    if (n == 3)
        free(z); // @reachable double-free
    return 0;
}
