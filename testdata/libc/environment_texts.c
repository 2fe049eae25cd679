/* Values of the environment are of any length: a proof speaks of all of them, a search
 * of short ones. */
#include <stdlib.h>
#include <string.h>
static void here(void) { }

int main(void)
{
    char *home = getenv("HOME"), *term = getenv("TERM"), name[16];
    if (term == NULL)
        return 1;
    size_t n = strlen(term);
    if (n == 200)
        here(); // @bounded
    if (n == 200 && home != NULL && home[100] == 0)
        here(); // @bounded
    if (n > 131071)
        here(); // @unreachable
    if (n >= sizeof name)
        n = sizeof name - 1;
    memcpy(name, term, n);
    name[n] = 0;
    if (strlen(name) > 15)
        here(); // @unreachable
    return 0;
}
