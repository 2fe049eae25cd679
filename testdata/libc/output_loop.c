/* Output in a loop without an end in sight: the proof needs nothing of it, and errno and
 * the indicator are what any of the calls left. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static void here(void) { }

int main(int argc, char **argv)
{
    unsigned n = (unsigned)atoi(argc > 1 ? argv[1] : "3"), k = 0;
    errno = 0;
    for (unsigned i = 0; i < n; i++) {
        printf("%u of %u\n", i, n);
        puts("-");
        k += 2;
        if (k != 2 * i + 2)
            here(); // @unreachable
    }
    if (n > 5 && ferror(stdout) && errno == ENOSPC)
        here(); // @reachable
    if (ferror(stdout) && errno == 0)
        here(); // @unreachable
    return 0;
}
