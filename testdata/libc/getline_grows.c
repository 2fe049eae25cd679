/* A block that is too small is made twice as large, or as large as what came in one
 * piece needs. */
#include <stdio.h>
#include <stdlib.h>
static void here(void) { }

int main(void)
{
    char *line = malloc(2);
    size_t room = 2;
    if (line == NULL)
        return 0;
    ssize_t n = getline(&line, &room, stdin);
    if (n == 6 && room == 7)
        here(); // @reachable
    if (n == 6 && room == 8)
        here(); // @reachable
    if (n == 6 && (room == 9 || room < 7))
        here(); // @undecided
    if (n > 6)
        exit(0);
    free(line);
    return 0;
}
