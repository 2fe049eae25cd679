/* stdio continues where read(0) stopped; the other way round the buffer hides
 * what is left: any bytes, or none. */
#include <stdio.h>
#include <unistd.h>
static void here(void) { }

int main(void)
{
    char b;
    int x;
    if (read(0, &b, 1) == 1 && b == '1' && scanf("%d", &x) == 1 && x == 234)
        here(); // @reachable
    getchar();
    b = 0;
    if (read(0, &b, 1) == 0)
        here(); // @reachable
    if (b == 'x')
        here(); // @reachable
    return 0;
}
