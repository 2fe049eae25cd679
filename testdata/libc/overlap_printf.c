/* snprintf into one of its own arguments: any bytes. */
#include <stdio.h>
#include <string.h>
static void here(void) { }

int main(int argc, char **argv)
{
    char b[16] = "ab", c[16] = "cd", d[16] = "%d!";
    switch (argc) {
    case 1:
        snprintf(b, sizeof b, "%sx", b); // @reachable overlap
        if (b[0] == 'x')
            here(); // @reachable
        if (strcmp(c, "cd") != 0)
            here(); // @unreachable
        break;
    case 2:
        sprintf(b, "%s%s", b, c); // @reachable overlap
        if (b[0] == 'c')
            here(); // @reachable
        break;
    case 3:
        snprintf(d, sizeof d, d, 3); // @reachable overlap
        break;
    default:
        sprintf(b, "%s", b + 8); // @unreachable overlap
        if (b[0] != 0)
            here(); // @unreachable
        snprintf(b + 4, 4, "%.4s", b); // @unreachable overlap
        sprintf(b, "%s%s", c, "e"); // @unreachable overlap
        if (strcmp(b, "cde") != 0)
            here(); // @unreachable
    }
    return 0;
}
