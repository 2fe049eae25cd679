/* Sets of signals that are null, which glibc or the kernel refuses, and what sigaction leaves of
 * an old action. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
static void here(void) { }

static sigset_t *nowhere;

static void note(int sig) { (void)sig; }

static void no_sets(void)
{
    int sig;
    sigset_t s, *none = nowhere;
    sigemptyset(&s);
    if (sigemptyset(none) + sigfillset(none) + sigaddset(none, 1) + sigdelset(none, 1) == -4)
        here(); // @reachable
    if (sigismember(none, 1) + sigisemptyset(none) + sigandset(&s, &s, none) + sigorset(&s, none, &s) == -4)
        here(); // @reachable
    if (sigpending(none) + sigsuspend(none) == -2)
        here(); // @reachable
    if (sigwait(none, &sig) == EFAULT)
        here(); // @reachable
    if (nanosleep((struct timespec *)none, NULL) == -1 && errno == EFAULT)
        here(); // @reachable
    if (sigemptyset(none) != -1 || errno != EINVAL)
        here(); // @unreachable
    if (sigemptyset(&s) != 0 || sigismember(&s, SIGUSR1) != 0)
        here(); // @unreachable
}

static void old_action(void)
{
    struct sigaction a, old;
    memset(&a, 0, sizeof a);
    a.sa_handler = note;
    sigaction(SIGUSR2, &a, NULL);
    memset(&old, 0, sizeof old);
    sigaction(SIGUSR2, NULL, &old);
    if (old.sa_handler != note || sigismember(&old.sa_mask, SIGUSR1))
        here(); // @unreachable
    if (old.sa_restorer != NULL)
        here(); // @reachable
    if (((unsigned char *)&old.sa_mask)[20] != 0)
        here(); // @reachable
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1)
        no_sets();
    else
        old_action();
    return 0;
}
