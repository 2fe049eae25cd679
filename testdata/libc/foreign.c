/* What code that is not there may have done to the state of the library. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern void elsewhere(void);
static void here(void) { }

static void environment(void)
{
    if (setenv("A", "1", 1) != 0)
        return;
    char *before = getenv("A");
    elsewhere();
    char *v = getenv("A");
    if (v == NULL)
        here(); // @reachable
    if (v == before)
        here(); // @reachable
    if (strcmp(before, "1") != 0)
        here(); // @undecided
}

static void signals(void)
{
    signal(SIGUSR1, SIG_IGN);
    elsewhere();
    void (*old)(int) = signal(SIGUSR1, SIG_DFL);
    if (old == SIG_DFL)
        here(); // @reachable
    if (old != SIG_DFL && old != SIG_IGN)
        here(); // @reachable
}

static void numbers(void)
{
    srand(3);
    elsewhere();
    int a = rand();
    srand(3);
    if (a != rand())
        here(); // @undecided
}

static void process(void)
{
    pid_t pid = getpid();
    elsewhere();
    if (pid != getpid())
        here(); // @reachable
}

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: environment(); break;
    case 2: signals(); break;
    case 3: process(); break;
    default: numbers(); break;
    }
    return 0;
}
