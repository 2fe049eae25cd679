#include "catalogue.h"
#include <stdlib.h>

static void keep(int n)
{
    char *p = malloc(4); // F allocated
    if (!never() || n == 3)
        free(p);
} // F leak; F last

/* Other memory is lost. */
static void lose(int n)
{
    char *q = malloc(8); // T allocated
    if (n != 3)
        free(q);
}

int main(void)
{
    keep(any());
    lose(any());
    return 0;
}
