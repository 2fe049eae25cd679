{{/* Fig. 1 of "Bounded verification and testing of heap programs": MAX objects,
each allocated on either branch and one (or INC) more than the last. n is kept
where MAX + n does not overflow. */ -}}
#include <stdlib.h>

#define MAX {{.Max}}
#define INC {{.Inc}}

static void error_1(void) {}

int main(void)
{
    int n = __VERIFIER_nondet_int(), *x, *y = 0;
    assume(n >= -1000000 && n <= 1000000);
    x = malloc(sizeof(int));
    *x = n;
    for (int i = 0; i < MAX; i++) {
        if (__VERIFIER_nondet_int()) {
            y = malloc(sizeof(int));
            *y = *x + 1;
        } else {
            y = malloc(sizeof(int));
            *y = *x + INC;
        }
        x = y;
    }
    if (!(*y >= MAX + n))
        ERROR(1);
    return 0;
}
