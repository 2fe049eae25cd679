/* A handler runs at any time: what it does, and what it may have written, is not decided
 * without a run. */
#include <signal.h>
#include <stdio.h>
static void here(void) { }

static int seen;

static void handler(int n)
{
    seen = n;
    here(); // @undecided
}

int main(void)
{
    int k = getchar();
    if (k == 'i') {
        signal(SIGINT, SIG_IGN);
        raise(SIGINT);
        here(); // @reachable
    }
    if (k == 'd') {
        raise(SIGTERM); /* which the parent may have ignored */
        here(); // @reachable
    }
    if (k == 'x')
        signal(SIGINT, handler);
    if (seen != 0)
        here(); // @undecided
    /* What decides whether the model stops is not known. */
    static char room[1];
    setvbuf(stdout, room, _IOFBF, (size_t)(k - '0'));
    if (k == '1')
        here(); // @reachable
    if (k == '2')
        here(); // @undecided
    return 0;
}
