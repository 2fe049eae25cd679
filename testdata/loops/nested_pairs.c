/* Counts the pairs of points that lie close to each other. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define MAX 20

static short xs[MAX];

int main(void)
{
    int n = 0, near = 0;

    while (n < MAX && __VERIFIER_nondet_int())
        xs[n++] = (short)__VERIFIER_nondet_int(); // @unreachable out-of-bounds
    for (int i = 0; i < n; i++) {
#ifdef BUG
        for (int j = i + 1; j <= n; j++) {
#else
        for (int j = i + 1; j < n; j++) {
#endif
            int d = xs[i] - xs[j]; // @unreachable out-of-bounds unless BUG
            if (d < 0)
                d = -d; // @unreachable signed-overflow
            if (d <= 3)
                near++; // @unreachable signed-overflow
        }
    }
    assert(near >= 0); // @unreachable assertion
    return 0;
}
