#include "catalogue.h"
#include <stdlib.h>

static void keep(int n)
{
    char *p = malloc(4);
    if (n != 3)
        free(p);
} // T leak

int main(void)
{
    keep(any());
    return 0;
}
