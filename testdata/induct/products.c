/* What is computed of numbers in blocks of one call is a number, wherever it is stored: no
 * address was ever stored there. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static long *row(int n) { return calloc((size_t)n, sizeof(long)); }

static void fold(long *to, const long *a, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = (a[i] & 15) * 3; // @unreachable out-of-bounds
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 99)
        return 0;
    long *a = row(n), *b = row(n), *c = row(n), *d = row(n);
    if (!a || !b || !c || !d)
        return 1;
    a[0] = __VERIFIER_nondet_int();
    fold(b, a, n);
    fold(d, c, n);
    c[n - 1] = b[0] + d[0]; // @unreachable out-of-bounds
    (void)(1 / (c[n - 1] - 3)); // @reachable division-by-zero
}
