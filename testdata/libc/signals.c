/* Dispositions, masks, handlers, and signals that the program sends itself. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
static void here(void) { }

static int order, first, second;

static void note(int sig)
{
    if (sig == SIGUSR1)
        first = ++order;
    else
        second = ++order;
}

static void inherited(void)
{
    void (*old)(int) = signal(SIGHUP, SIG_DFL);
    if (old == SIG_IGN)
        here(); // @reachable
    if (old == SIG_DFL)
        here(); // @reachable
    if (old != SIG_IGN && old != SIG_DFL)
        here(); // @unreachable
    if (signal(SIGHUP, SIG_IGN) != SIG_DFL)
        here(); // @unreachable
    raise(SIGHUP);
    here(); // @reachable
    struct sigaction now;
    if (sigaction(SIGHUP, NULL, &now) != 0 || now.sa_handler != SIG_IGN)
        here(); // @unreachable
    signal(SIGHUP, SIG_DFL);
    if (signal(SIGKILL, SIG_IGN) != SIG_ERR || errno != EINVAL)
        here(); // @unreachable
    raise(SIGHUP);
    here(); // @unreachable
}

static void sets(void)
{
    sigset_t s, t;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    if (sigismember(&s, SIGUSR1) != 1 || sigismember(&s, SIGUSR2) != 0)
        here(); // @unreachable
    if (sigaddset(&s, 65) != -1 || errno != EINVAL)
        here(); // @unreachable
    sigfillset(&t);
    sigdelset(&t, SIGUSR2);
    if (sigismember(&t, SIGUSR2) || !sigismember(&t, SIGTERM))
        here(); // @unreachable
    sigprocmask(SIG_BLOCK, &s, &t);
    if (sigismember(&t, SIGUSR1))
        here(); // @unreachable
    raise(SIGUSR1);
    sigpending(&t);
    if (!sigismember(&t, SIGUSR1))
        here(); // @unreachable
    if (sigismember(&t, SIGUSR1) == 1)
        here(); // @reachable
    if (sigprocmask(17, &s, NULL) != -1 || errno != EINVAL)
        here(); // @unreachable
    signal(SIGUSR1, SIG_IGN);
    sigpending(&t);
    sigprocmask(SIG_UNBLOCK, &s, NULL);
    here(); // @reachable
}

static void taken(void)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = note;
    sigaction(SIGUSR1, &a, NULL);
    kill(getpid(), SIGUSR1);
    if (first == 1)
        here(); // @undecided
}

static void ended(void)
{
    if (signal(SIGTERM, SIG_DFL) == SIG_DFL)
        kill(getpid(), SIGTERM);
    else
        return;
    here(); // @unreachable
}

int main(int argc, char **argv)
{
    (void)argv;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    switch (argc) {
    case 1: inherited(); break;
    case 2: sets(); break;
    case 3: taken(); break;
    default: ended(); break;
    }
    return 0;
}
