/* Splits lines into words, with a limit on their number. */
#include <stdio.h>
#include <string.h>

#define MAXARGS 5

int main(void)
{
    char line[40], *arg[MAXARGS + 1];

    while (fgets(line, sizeof line, stdin)) {
        int n = 0;
        char *p = line;
        for (;;) {
            while (*p == ' ' || *p == '\n') // @unreachable out-of-bounds
                *p++ = 0;
#ifdef BUG
            if (*p == 0 || n > MAXARGS)
#else
            if (*p == 0 || n == MAXARGS)
#endif
                break;
            arg[n++] = p; // @unreachable out-of-bounds
            while (*p && *p != ' ' && *p != '\n') // @unreachable out-of-bounds
                p++;
        }
        arg[n] = NULL; // @unreachable out-of-bounds unless BUG
        if (n > 0 && arg[0][0] == 'q') // @unreachable null-access
            break;
    }
    return 0;
}
