/* An address is passed to the library as a number: what null plus it names is open. */
#include <stdlib.h>
static int x = 1;
int main(void)
{
    char *n = 0;
    int *p = &x;
    n += ldiv((long)p, 1).quot;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
