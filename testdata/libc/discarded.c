/* Which signals that wait are discarded. */
#include <signal.h>
#include <stddef.h>

static void here(void) {}

static int waits(int sig)
{
    sigset_t s;
    sigpending(&s);
    return sigismember(&s, sig);
}

static void send(int sig)
{
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, sig);
    signal(sig, SIG_DFL);
    sigprocmask(SIG_BLOCK, &s, NULL);
    raise(sig);
}

int main(int argc, char **argv)
{
    (void)argv;
    send(SIGURG);
    if (!waits(SIGURG))
        here(); // @unreachable
    signal(SIGURG, SIG_DFL);
    if (!waits(SIGURG))
        here(); // @reachable
    raise(SIGURG);
    signal(SIGURG, SIG_IGN);
    if (!waits(SIGURG))
        here(); // @reachable
    send(SIGCHLD);
    signal(SIGCHLD, SIG_DFL);
    if (!waits(SIGCHLD))
        here(); // @reachable
    send(SIGWINCH);
    if (argc > 1)
        signal(SIGWINCH, SIG_DFL);
    if (!waits(SIGWINCH) && argc > 1)
        here(); // @reachable
    if (!waits(SIGWINCH) && argc == 1)
        here(); // @unreachable
    send(SIGUSR1);
    signal(SIGUSR1, SIG_DFL);
    if (!waits(SIGUSR1))
        here(); // @unreachable
    signal(SIGUSR1, SIG_IGN);
    if (!waits(SIGUSR1))
        here(); // @reachable
}
