/* Where a model stops, anything may come that the function it stands for may do: return,
 * and have what it was given called. */
#define _GNU_SOURCE
#include <sched.h>
static void here(void) { }

static char stack[4096];

static int child(void *arg)
{
    (void)arg;
    here(); // @undecided
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1) {
        clone(child, stack + sizeof stack, CLONE_VM, 0);
        here(); // @undecided
    }
    here(); // @reachable
    return 0;
}
