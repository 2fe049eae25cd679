#include "catalogue.h"
#include <stdlib.h>

static void keep(int n)
{
    char *p = malloc(4); // T allocated
    if (n != 3)
        free(p);
} // T leak; T last

/* What is allocated here is always freed. */
static void use(void)
{
    char *p = malloc(8); // F allocated
    free(p);
} // F leak

int main(void)
{
    keep(any());
    use();
    return 0;
}
