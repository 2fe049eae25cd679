/* Where a model stops, anything may come that the function it stands for may do:
 * return, and have what was registered with it called. */
#include <signal.h>
#include <stdio.h>
static void here(void) { }

static void handler(int n)
{
    (void)n;
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
        raise(SIGTERM);
        here(); // @unreachable
    }
    if (k == 'x')
        signal(SIGINT, handler);
    /* What decides whether the model stops is not known. */
    static char room[1];
    setvbuf(stdout, room, _IOFBF, (size_t)(k - '0'));
    if (k == '1')
        here(); // @reachable
    if (k == '2')
        here(); // @undecided
    return 0;
}
