/* Transposes a square part of a matrix in place. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { N = 8 };

static int m[N][N];

static void transpose(int n)
{
    for (int i = 0; i < n; i++)
#ifdef BUG
        for (int j = i + 1; j <= n; j++) {
#else
        for (int j = i + 1; j < n; j++) {
#endif
            int t = m[i][j]; // @unreachable index-bound unless BUG
            m[i][j] = m[j][i]; // @unreachable index-bound unless BUG
            m[j][i] = t; // @unreachable index-bound
        }
}

int main(void)
{
    int n;

    while ((n = __VERIFIER_nondet_int()) != 0) {
        if (n < 0 || n > N)
            continue;
        m[n - 1][0] = n; // @unreachable index-bound
        transpose(n);
    }
    return 0;
}
