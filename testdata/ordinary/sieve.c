/* Sieve of Eratosthenes over odd numbers.  The limit is read from standard
 * input; the primes are listed ten to a line, followed by a summary. */
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT_MIN = 2, LIMIT_MAX = 5000000, PER_LINE = 10 };

typedef struct {
    int limit;
    int slots;               /* slot i stands for the odd number 2 * i + 1 */
    unsigned char *composite;
} Sieve;

static int ask_limit(int *limit)
{
    int n;

    printf("Limit (%d to %d)? ", LIMIT_MIN, LIMIT_MAX);
    fflush(stdout);
    if (scanf("%9d", &n) != 1) {
        fprintf(stderr, "not a number\n");
        return 0;
    }
    if (n < LIMIT_MIN || n > LIMIT_MAX) {
        fprintf(stderr, "%d is out of range\n", n);
        return 0;
    }
    *limit = n;
    return 1;
}

static int sieve_init(Sieve *s, int limit)
{
    s->limit = limit;
    s->slots = (limit + 1) / 2;
    s->composite = calloc((size_t) s->slots, 1);
    return s->composite != NULL;
}

static void sieve_run(Sieve *s)
{
    int p, m;

    s->composite[0] = 1;     /* one is not a prime */
    for (p = 3; p <= s->limit / p; p += 2) {
        if (s->composite[p / 2])
            continue;
        for (m = p * p; m <= s->limit; m += 2 * p)
            s->composite[m / 2] = 1;
    }
}

static int sieve_is_prime(const Sieve *s, int n)
{
    if (n < 2 || n > s->limit)
        return 0;
    if (n % 2 == 0)
        return n == 2;
    return !s->composite[n / 2];
}

static void sieve_free(Sieve *s)
{
    free(s->composite);
    s->composite = NULL;
}

int main(void)
{
    Sieve s;
    int limit, n;
    int count = 0, twins = 0, last = 0, widest = 0;

    if (!ask_limit(&limit))
        return EXIT_FAILURE;
    if (!sieve_init(&s, limit)) {
        fprintf(stderr, "out of memory\n");
        return EXIT_FAILURE;
    }
    sieve_run(&s);

    for (n = 2; n <= limit; n++) {
        if (!sieve_is_prime(&s, n))
            continue;
        printf("%8d", n);
        if (++count % PER_LINE == 0)
            putchar('\n');
        if (last != 0) {
            if (n - last == 2)
                twins++;
            if (n - last > widest)
                widest = n - last;
        }
        last = n;
    }
    if (count % PER_LINE != 0)
        putchar('\n');

    printf("%d primes up to %d, %d twin pairs, widest gap %d\n",
           count, limit, twins, widest);
    printf("one number in %d is prime\n", limit / count);
    sieve_free(&s);
    return EXIT_SUCCESS;
}
