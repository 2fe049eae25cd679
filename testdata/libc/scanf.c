/* Formatted input on a stream: number, no number, end; and what comes next. */
#include <stdio.h>
static void here(void) { }

int main(void)
{
    int x = 0, y = 0, c, r = scanf("%d", &x);
    if (r == 1) {
        if (x == -2147483647 - 1)
            here(); // @reachable
        if (feof(stdin)) {
            here(); // @reachable
            if (getchar() != EOF)
                here(); // @unreachable
            return 0;
        }
        if (ferror(stdin)) { /* the look behind the number failed; the next one may not */
            here(); // @reachable
            return 0;
        }
        c = getchar();
        if (c >= '0' && c <= '9')
            here(); // @unreachable
        if (c == EOF)
            here(); // @unreachable
        if (c == ' ')
            here(); // @reachable
        if (c == 'z' && scanf("%d", &y) == 1 && y == x)
            here(); // @reachable
    } else if (r == 0) {
        if (ferror(stdin))
            return 0;
        c = getchar();
        if (c == '7')
            here(); // @unreachable
        if (c == ' ')
            here(); // @reachable
        if (c == 'a')
            here(); // @reachable
        if (c == '-')
            here(); // @reachable
        if (x != 0)
            here(); // @unreachable
    } else {
        if (r != EOF)
            here(); // @unreachable
        if (!ferror(stdin) && getchar() != EOF)
            here(); // @unreachable
        if (!ferror(stdin) && !feof(stdin))
            here(); // @unreachable
    }
    return 0;
}
