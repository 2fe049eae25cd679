/* getline makes the room it needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void here(void) { }

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getdelim(&line, &room, ';', stdin);
    if (n < 0) {
        free(line);
        return 0;
    }
    if (n == 3 && memcmp(line, "ab;", 3) == 0)
        here(); // @reachable
    if (n == 0 || (size_t)n >= room || line[n] != 0 || n == 2 && line[0] == ';')
        here(); // @undecided
    if (n == 2)
        memset(line + room, 0, 1); // @reachable out-of-bounds
    if (n > 2)
        exit(0);
    free(line);
    return 0;
}
