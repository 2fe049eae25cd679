//! part ignored: trap '' INT; exec "$0"
//! part blocked: env --block-signal=USR1 "$0"
//! part waits: env --block-signal=USR1 sh -c 'kill -USR1 $$; exec "$0"' "$0"
//! part does_not_arrive: env --block-signal=USR1 "$0"
//! part arrives: env --block-signal=USR1 sh -c 'kill -USR1 $$; exec "$0"' "$0"
//! part does_not_end: env --block-signal=USR1 "$0"
//! part threads: env --block-signal=USR1 "$0"
/* What a program has of signals from the one that started it: which are ignored, which are
 * blocked, and which wait. */
#include <signal.h>
#include "world.h"

static int ran;
static void notes(int sig) { ran = 1; }
static void ends(int sig) { reached(); }

static void ignored(void)
{
	struct sigaction old;
	sigaction(SIGINT, 0, &old);
	if (old.sa_handler == SIG_IGN)
		reached();
}
static void blocked(void)
{
	sigset_t s;
	sigprocmask(SIG_BLOCK, 0, &s);
	if (sigismember(&s, SIGKILL))
		never();
	if (sigismember(&s, SIGUSR1))
		reached();
}
static void waits(void)
{
	sigset_t s;
	sigpending(&s);
	if (sigismember(&s, SIGUSR1))
		reached();
}
static void does_not_arrive(void)
{
	signal(SIGUSR1, notes);
	raise(SIGUSR1);
	if (!ran)
		reached();
}
static void arrives(void)
{
	sigset_t s;
	signal(SIGUSR1, ends);
	sigemptyset(&s);
	sigaddset(&s, SIGUSR1);
	sigprocmask(SIG_UNBLOCK, &s, 0);
}
static void does_not_end(void)
{
	raise(SIGUSR1);
	reached();
}
static void threads(void)
{
	sigset_t s, old;
	sigemptyset(&s);
	pthread_sigmask(SIG_SETMASK, &s, &old);
	if (sigismember(&old, SIGUSR1))
		reached();
}
int main(void)
{
	PART();
	return 0;
}
