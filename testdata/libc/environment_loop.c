/* A value of the environment has no NUL before its end, however long it is. */
#include <stdlib.h>
#include <string.h>
static void here(void) { }

int main(void)
{
    char *term = getenv("TERM");
    if (term == NULL)
        return 1;
    size_t n = strlen(term);
    for (size_t i = 0; i < n; i++)
        if (term[i] == 0)
            here(); // @unreachable
    return 0;
}
