/* err.h and error.h: the arguments are checked, and where the program ends it
 * ends by exit. */
#include <err.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

static void here(void) {}

static int done;

static void at_end(void)
{
    if (done == 1)
        here(); // @reachable
    if (done == 2)
        here(); // @reachable
    if (done == 3)
        here(); // @reachable
}

int main(void)
{
    char unterminated[2] = {'a', 'b'};
    int c = getchar();

    atexit(at_end);
    switch (c) {
    case 'a':
        done = 1;
        err(1, "failed: %d", c);
    case 'b':
        done = 2;
        errx(2, NULL);
    case 'c':
        error(0, 0, "%d", c);
        here(); // @reachable
        if (error_message_count != 1)
            here(); // @unreachable
        done = 3;
        error(1, 0, "%s", "end");
        here(); // @unreachable
        break;
    case 'd':
        warn("%s", "a");
        warnx("b");
        here(); // @reachable
        break;
    case 'e':
        warnx("%s", unterminated); // @reachable out-of-bounds
    }
    return 0;
}
