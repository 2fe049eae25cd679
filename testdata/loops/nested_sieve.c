/* The sieve of Eratosthenes up to a number of the user's. */
#include <stdio.h>

#define MAX 62

static char composite[MAX + 1];

int main(void)
{
    int n, primes = 0;

    if (scanf("%d", &n) != 1 || n > MAX)
        return 1;
    for (int i = 2; i <= n; i++) {
        if (composite[i]) // @unreachable out-of-bounds
            continue;
        primes++;
#ifdef BUG
        for (int j = i; j <= n + 1; j += i)
#else
        for (int j = i; j <= n; j += i)
#endif
            composite[j] = 1; // @unreachable out-of-bounds unless BUG
    }
    if (primes > 0)
        printf("%d\n", n / primes); // @unreachable division-by-zero
    return 0;
}
