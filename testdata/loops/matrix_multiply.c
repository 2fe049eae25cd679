/* Products of small matrices with entries of one digit. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 4

static int a[N][N], b[N][N], c[N][N];

static int digit(void)
{
    int d = __VERIFIER_nondet_int() % 10;
    return d < 0 ? -d : d;
}

int main(void)
{
    int i, j, k, worst = 0;

    do {
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                a[i][j] = digit(); // @unreachable index-bound
                b[i][j] = digit(); // @unreachable index-bound
                c[i][j] = 0;
            }
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                for (k = 0; k < N; k++)
                    c[i][j] += a[i][k] * b[k][j]; // @unreachable signed-overflow
                if (c[i][j] > worst)
                    worst = c[i][j];
            }
    } while (__VERIFIER_nondet_int());
#ifdef BUG
    assert(worst < 81 * N); // @unreachable assertion unless BUG
#else
    assert(worst <= 81 * N); // @unreachable assertion unless BUG
#endif
    return 0;
}
