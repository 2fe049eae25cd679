//! part descriptors
//! part one_process
//! part another_process: "$0" | grep -q . && exit 10
//! part ends_stay
//! part own_environment
//! part words
/* What functions change of the state that models keep, and what they leave alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wordexp.h>
#include "world.h"

extern char **environ;

static void descriptors(void)
{
	int fds[2];
	if (pipe(fds) != 0)
		return;
	if (fds[0] < 0 || fds[1] < 0 || fds[0] == fds[1])
		never();
	reached();
}

static void one_process(void)
{
	int fds[2], pid = getpid();
	if (pipe(fds) != 0)
		return;
	if (getpid() != pid)
		never();
	reached();
}

static void another_process(void)
{
	int pid = getpid();
	if (daemon(1, 1) == 0 && getpid() != pid) {
		write(1, "x", 1);
		reached();
	}
}

static void ends_stay(void)
{
	int fds[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0)
		return;
	if (feof(stdin))
		never();
	reached();
}

static void own_environment(void)
{
	static char *own[] = {"OWN=value", NULL};
	unsetenv("OWN");
	environ = own;
	char *v = getenv("OWN");
	if (v != NULL && strcmp(v, "value") == 0)
		reached();
}

static void words(void)
{
	wordexp_t w;
	unsetenv("OWN");
	if (wordexp("${OWN:=value}", &w, 0) == 0 && getenv("OWN") != NULL)
		reached();
}

int main(void)
{
	PART();
	return 0;
}
