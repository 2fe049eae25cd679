/* What sscanf and setlocale get they read up to its end, also where less of it decides. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), r = 0;
    char whole[5], *cut = malloc(4), *some = malloc(n == 9 ? 4 : 5);

    if (cut == NULL || some == NULL)
        return 1;
    memcpy(cut, "12 x", 4);
    memcpy(whole, "12 x", 5);
    memcpy(some, whole, n == 9 ? 4 : 5);
    switch (n) {
    case 1: sscanf(cut, "%d", &r); break;    // @reachable out-of-bounds
    case 2: sscanf(whole, "%d", &r); break;  // @unreachable out-of-bounds
    case 3: sscanf(cut, "q"); break;         // @reachable out-of-bounds
    case 4: setlocale(LC_ALL, cut); break;   // @reachable out-of-bounds
    case 5: setlocale(LC_ALL, whole); break; // @unreachable out-of-bounds
    case 6: sscanf(whole + 4, "%d", &r); break; // @unreachable out-of-bounds
    case 9: sscanf(some, "%d", &r); break;   // @reachable out-of-bounds
    default: sscanf(some, "%d", &r);         // @unreachable out-of-bounds
    }
    free(cut);
    free(some);
    return r;
}
