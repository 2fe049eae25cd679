/* Dates of times: exact where the time is known and the place is Greenwich, none where the
 * year is no int. */
#include <errno.h>
#include <stdlib.h>
#include <time.h>
extern long __VERIFIER_nondet_long(void);
static void here(void) { }

static void known(void)
{
    time_t leap = 951782400, early = -1;
    struct tm *t = gmtime(&leap);
    if (t->tm_year != 100 || t->tm_mon != 1 || t->tm_mday != 29 || t->tm_yday != 59 || t->tm_wday != 2)
        here(); // @unreachable
    if (localtime(&early) != t)
        here(); // @unreachable
    if (gmtime(&early)->tm_year != 69)
        here(); // @unreachable
}

static void beyond(void)
{
    time_t last = 67768036191676799, next = last + 1;
    struct tm t;
    errno = 0;
    if (gmtime(&last) == NULL)
        here(); // @unreachable
    if (errno == ENOENT) /* the file that TZ names is not there */
        here(); // @reachable
    if (gmtime(&next) != NULL || gmtime_r(&next, &t) != NULL || errno != EOVERFLOW)
        here(); // @unreachable
    if (localtime(&next) == NULL)
        here(); // @reachable
    if (localtime(&last) != NULL)
        here(); // @reachable
    next = (time_t)1 << 62;
    if (localtime_r(&next, &t) != NULL || ctime(&next) != NULL)
        here(); // @unreachable
}

static void given(void)
{
    time_t when = __VERIFIER_nondet_long(), now = time(NULL);
    if (gmtime(&when) == NULL)
        here(); // @reachable
    if (localtime(&now) == NULL)
        here(); // @unreachable
    if (time(NULL) == now)
        here(); // @reachable
    if (clock() == -1)
        here(); // @reachable
    struct timespec s;
    if (clock_gettime(CLOCK_MONOTONIC, &s) != 0)
        here(); // @unreachable
    if (clock_gettime(77, &s) != 0)
        here(); // @reachable
}

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: known(); break;
    case 2: given(); break;
    default: beyond(); break;
    }
    return 0;
}
