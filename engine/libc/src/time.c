/* time.h and sys/time.h: any time since 1970, which need not move forward. */
#include "assay.h"
#include "model.h"

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct timespec { long tv_sec, tv_nsec; };
struct timeval { long tv_sec, tv_usec; };

enum { LONG_BITS = 8 * sizeof(long) };

long time(long *out)
{
    long now = __assay_nondet(LONG_BITS, "time");
    __assay_assume(now >= 0);
    if (out != NULL)
        *out = now;
    return now;
}

/* Processor time, or -1 where it is not available. */
long clock(void)
{
    long now = __assay_nondet(LONG_BITS, "clock");
    __assay_assume(now >= -1);
    return now;
}

int clock_gettime(int id, struct timespec *out)
{
    (void)id;
    out->tv_sec = __assay_nondet(LONG_BITS, "clock_gettime");
    out->tv_nsec = __assay_nondet(30, "clock_gettime");
    __assay_assume((out->tv_sec >= 0) & (out->tv_nsec < 1000000000));
    return 0;
}

int gettimeofday(struct timeval *out, void *zone)
{
    (void)zone;
    out->tv_sec = __assay_nondet(LONG_BITS, "gettimeofday");
    out->tv_usec = __assay_nondet(20, "gettimeofday");
    __assay_assume((out->tv_sec >= 0) & (out->tv_usec < 1000000));
    return 0;
}

/* Any date and time of day: how it follows from *when is not modelled. */
static struct tm *any_date(const long *when, struct tm *t)
{
    long unused = *when;
    (void)unused;
    *t = (struct tm){
        (int)__assay_nondet(6, "tm"), (int)__assay_nondet(6, "tm"), (int)__assay_nondet(5, "tm"),
        (int)__assay_nondet(5, "tm"), (int)__assay_nondet(4, "tm"), (int)__assay_nondet(32, "tm"),
        (int)__assay_nondet(3, "tm"), (int)__assay_nondet(9, "tm"), (int)__assay_nondet(1, "tm"),
        0, "UTC"};
    __assay_assume((t->tm_sec <= 60) & (t->tm_min <= 59) & (t->tm_hour <= 23) & (t->tm_mday >= 1) &
                   (t->tm_mon <= 11) & (t->tm_wday <= 6) & (t->tm_yday <= 365));
    return t;
}

static struct tm date;

struct tm *localtime(const long *when) { return any_date(when, &date); }
struct tm *gmtime(const long *when) { return any_date(when, &date); }
struct tm *localtime_r(const long *when, struct tm *t) { return any_date(when, t); }
struct tm *gmtime_r(const long *when, struct tm *t) { return any_date(when, t); }
double difftime(long a, long b) { return (double)a - (double)b; }
