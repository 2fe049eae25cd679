/* Which signals that wait are discarded, and what system leaves of those that it ignores. */
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

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

static void behind_system(void)
{
    struct sigaction a, b;
    sigaction(SIGINT, NULL, &a);
    system("true");
    sigaction(SIGINT, NULL, &b);
    if (a.sa_flags == 0 && b.sa_flags == 0x04000000)
        here(); // @reachable
    if (a.sa_handler != b.sa_handler)
        here(); // @unreachable
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 2) {
        behind_system();
        return 0;
    }
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
