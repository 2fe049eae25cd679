/* An address is passed to the library as a number, by a pointer to its function: what null plus it names is open. */
#include <stdlib.h>
static int x = 1;
int main(void)
{
    char *n = 0;
    int *p = &x;
    ldiv_t (*divide)(long, long) = ldiv;
    n += divide((long)p, 1).quot;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
