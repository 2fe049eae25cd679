/* What calls were seen to do that one does not expect of them. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

/* A text of strange errors can be missing, and so can the one of a strange signal. */
static void texts(void)
{
    if (strerror(__VERIFIER_nondet_int()) == NULL)
        here(); // @reachable
    if (strerror(ENOENT) == NULL)
        here(); // @unreachable
    if (strsignal(4711) == NULL && errno == ENOMEM)
        here(); // @reachable
}

/* glibc looks for white space with an errno of its own, and the end of input keeps it. */
static void numbers(void)
{
    int n;
    errno = EINTR;
    if (scanf("%d", &n) == EOF && errno == 0)
        here(); // @reachable
    errno = EINTR;
    if (sscanf("7", "%d", &n) == 1 && errno != EINTR)
        here(); // @unreachable
    errno = EINTR;
    if (sscanf("99999999999999999999", "%d%d", &n, &n) == 1 && errno == EINTR)
        here(); // @reachable
    FILE *f = fopen("log", "a");
    if (f != NULL && fscanf(f, "") == EOF && errno == EBADF)
        here(); // @reachable
}

/* errno of calls that cannot fail, or did not. */
static void kept(void)
{
    time_t now = 86400;
    errno = 0;
    tzset();
    if (errno == ENOENT)
        here(); // @reachable
    errno = 0;
    if (localtime(&now) != NULL && errno == EMFILE)
        here(); // @reachable
    errno = 0;
    warnx("no file of that name");
    if (errno == EBADF)
        here(); // @reachable
    errno = 0;
    if (remove("directory") == 0 && errno == EISDIR)
        here(); // @reachable
    errno = 0;
    if (difftime(now, 1) > 0 && errno != 0)
        here(); // @unreachable
    if (difftime(9223372036854775807, -1) != 9223372036854775808.0 || difftime(-2, 3) != -5)
        here(); // @unreachable
}

/* Of a text that does not fit nothing is known but its length. */
static void collated(void)
{
    char s[4] = "zzz", fits[8];
    if (strxfrm(s, "sorted", sizeof s) == 6 && s[3] != 0 && s[0] != 'z')
        here(); // @reachable
    if (strxfrm(fits, "sorted", sizeof fits) != 6 || strcmp(fits, "sorted") != 0)
        here(); // @unreachable
}

static void variables(void)
{
    static char none[] = "";
    errno = 0;
    if (putenv(none) == -1)
        here(); // @unreachable
    if (errno == EINVAL)
        here(); // @reachable
}

/* That there is no such process is seen before the signal is looked at. */
static void processes(void)
{
    if (kill(4711, -1) == -1 && errno == ESRCH)
        here(); // @reachable
    if (raise(33) != -1 || errno != EINVAL) /* of the thread library */
        here(); // @unreachable
    if (kill(getpid(), -1) == -1 && errno == ESRCH)
        here(); // @unreachable
}

/* Records may end in NUL. */
static void records(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getdelim(&line, &room, 0, stdin);
    if (n == 3 && line[1] == 'x')
        here(); // @reachable
    exit(0);
}

static void characters(void)
{
    wint_t c = putwchar(-1);
    if (c == 0)
        here(); // @reachable
    if (c != 0 && c != WEOF)
        here(); // @unreachable
}

int main(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0: texts(); break;
    case 1: numbers(); break;
    case 2: kept(); break;
    case 3: collated(); break;
    case 4: variables(); break;
    case 5: processes(); break;
    case 6: records(); break;
    case 7: characters(); break;
    }
    return 0;
}
