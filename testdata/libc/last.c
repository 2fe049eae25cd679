/* The errors of a model belong to the call, also to the last one of the program: nothing
 * comes behind it, and yet it is still to come while the model runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *x, const void *y)
{
    return x != NULL && y != NULL && getchar() == 'y';
}

int main(void)
{
    char *p = malloc(8), text[4] = "abc";
    int n = 0;
    if (p == NULL)
        return 1;
    while (getchar() == 'x')
        if (n < 100)
            n++;
    if (n == 60)
        memset(text, 'x', sizeof text);
    if (n == 70)
        return strlen(text); // @unreachable out-of-bounds
    if (n == 60)
        return strlen(text); // @reachable out-of-bounds
    if (n == 80)
        qsort(text, n - 75, 1, order); // @reachable out-of-bounds
    if (n == 50)
        free(p);
    free(p); // @reachable double-free
    return 0;
}
