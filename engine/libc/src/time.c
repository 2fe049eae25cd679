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

int snprintf(char *s, size_t n, const char *format, ...);

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

/* Any date and time of day, some seconds east of Greenwich: how it follows from a time is
 * not modelled. */
static void any_date(struct tm *t, int east)
{
    *t = (struct tm){
        (int)__assay_nondet(6, "tm"), (int)__assay_nondet(6, "tm"), (int)__assay_nondet(5, "tm"),
        (int)__assay_nondet(5, "tm"), (int)__assay_nondet(4, "tm"), (int)__assay_nondet(32, "tm"),
        (int)__assay_nondet(3, "tm"), (int)__assay_nondet(9, "tm"), (int)__assay_nondet(1, "tm"),
        east, "UTC"};
    __assay_assume((t->tm_sec <= 60) & (t->tm_min <= 59) & (t->tm_hour <= 23) & (t->tm_mday >= 1) &
                   (t->tm_mon <= 11) & (t->tm_wday <= 6) & (t->tm_yday <= 365));
}

/* Where the program runs: at most a day from Greenwich. */
static int any_zone(void)
{
    int east = (int)__assay_nondet(17, "zone");
    __assay_assume(east <= 86400);
    return (int)__assay_nondet(1, "zone") ? -east : east;
}

static struct tm *date_of(const long *when, struct tm *t, int east)
{
    long unused = *when;
    (void)unused;
    any_date(t, east);
    return t;
}

static struct tm date;

struct tm *localtime(const long *when) { return date_of(when, &date, any_zone()); }
struct tm *gmtime(const long *when) { return date_of(when, &date, 0); }
struct tm *localtime_r(const long *when, struct tm *t) { return date_of(when, t, any_zone()); }
struct tm *gmtime_r(const long *when, struct tm *t) { return date_of(when, t, 0); }
double difftime(long a, long b) { return (double)a - (double)b; }

/* Any time, also before 1970, and then *t is any date; or -1, and *t is as it was. */
static long time_of(struct tm *t, int east)
{
    int unused = t->tm_sec ^ t->tm_min ^ t->tm_hour ^ t->tm_mday ^ t->tm_mon ^ t->tm_year ^ t->tm_isdst;
    long when = __assay_nondet(LONG_BITS, "mktime");
    (void)unused;
    if (when != -1 || !__assay_choose("mktime"))
        any_date(t, east);
    else
        errno = EOVERFLOW;
    return when;
}

long mktime(struct tm *t) { return time_of(t, any_zone()); }
long timelocal(struct tm *t) { return time_of(t, any_zone()); }
long timegm(struct tm *t) { return time_of(t, 0); }

/* Any text that ends before the limit, or 0 and any bytes: how it follows from the date is
 * not modelled. */
size_t strftime(char *s, size_t max, const char *format, const struct tm *t)
{
    size_t n = (size_t)__assay_nondet(LONG_BITS, "strftime");
    __model_readable(t, sizeof *t);
    __assay_check_string(format, SIZE_MAX);
    for (size_t i = 0; i < max; i++) {
        int c = (int)__assay_nondet(8, "strftime");
        __assay_assume(c != 0);
        s[i] = (char)c;
    }
    if (n >= max)
        return 0;
    s[n] = 0;
    return n;
}

static const char *name_of(const char *names, int i, int n) { return (unsigned)i < (unsigned)n ? names + 3 * i : "???"; }

/* The text has 25 bytes for years of four digits. glibc has a larger buffer of its own for
 * others, and refuses what does not fit into the caller's. */
enum { DATE_TEXT = 26, LONG_DATE_TEXT = 114 };

static char *text_of(const struct tm *t, char *s, size_t size)
{
    if (t->tm_year > INT_MAX - 1900 ||
        snprintf(s, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                 name_of("SunMonTueWedThuFriSat", t->tm_wday, 7),
                 name_of("JanFebMarAprMayJunJulAugSepOctNovDec", t->tm_mon, 12), t->tm_mday,
                 t->tm_hour, t->tm_min, t->tm_sec, 1900 + t->tm_year) >= (int)size) {
        errno = EOVERFLOW;
        return NULL;
    }
    return s;
}

char *asctime_r(const struct tm *t, char *s) { return text_of(t, s, DATE_TEXT); }

char *asctime(const struct tm *t)
{
    static char text[LONG_DATE_TEXT];
    return text_of(t, text, sizeof text);
}

char *ctime(const long *when) { return asctime(localtime(when)); }

char *ctime_r(const long *when, char *s)
{
    struct tm t;
    return asctime_r(localtime_r(when, &t), s);
}
