/* time.h and sys/time.h: any time that the clock of Linux can show, which need not move
 * forward. */
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

enum { LONG_BITS = 8 * sizeof(long), CLOCK_BITS = sizeof(long) == 8 ? 34 : 31 };

/* Seconds since 1970: Linux counts nanoseconds in 63 bits. */
static long any_second(const char *key)
{
    long now = __assay_nondet(CLOCK_BITS, key);
    __assay_assume(now <= (long)(LONG_BITS == 64 ? 9223372036 : INT_MAX));
    return now;
}

long time(long *out)
{
    long now = any_second("time");
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

static void any_moment(struct timespec *out, const char *key)
{
    out->tv_sec = any_second(key);
    out->tv_nsec = __assay_nondet(30, key);
    __assay_assume(out->tv_nsec < 1000000000);
}

/* The clocks that every Linux has: CLOCK_REALTIME … CLOCK_BOOTTIME. */
enum { CLOCKS = 8 };

static int no_clock(int id)
{
    if ((unsigned)id < CLOCKS || !__assay_nondet(1, "clock_gettime"))
        return 0;
    errno = EINVAL;
    return 1;
}

int clock_gettime(int id, struct timespec *out)
{
    if (no_clock(id))
        return -1;
    any_moment(out, "clock_gettime");
    return 0;
}

int clock_getres(int id, struct timespec *out)
{
    if (no_clock(id))
        return -1;
    if (out != NULL)
        any_moment(out, "clock_getres");
    return 0;
}

int timespec_get(struct timespec *out, int base)
{
    if (base != 1)
        return 0;
    any_moment(out, "timespec_get");
    return base;
}

/* The obsolete time zone is zero. */
int gettimeofday(struct timeval *out, void *zone)
{
    if (out != NULL) {
        out->tv_sec = any_second("gettimeofday");
        out->tv_usec = __assay_nondet(20, "gettimeofday");
        __assay_assume(out->tv_usec < 1000000);
    }
    if (zone != NULL)
        __assay_fill(zone, 0, 2 * sizeof(int));
    return 0;
}

/* What the program sees of the zone: TZ is read, or read anew. A name may be another text
 * than before. */
long __timezone;
int __daylight;
char *__tzname[2] = {"GMT", "GMT"};

static void read_zone(void)
{
    static char names[4][8];
    if (__assay_uses("__timezone", 0))
        __timezone = __assay_nondet(LONG_BITS, "timezone");
    if (__assay_uses("__daylight", 0))
        __daylight = (int)__assay_nondet(1, "daylight");
    if (__assay_uses("__tzname", 0))
        for (int i = 0; i < 2; i++) {
            char *name = names[__assay_nondet(2, "tzname")];
            __assay_any(name, sizeof names[0] - 1);
            __tzname[i] = name;
        }
}

/* What the place calls its time: TZ may have names of any length, if a place has not. */
static char zone_name[64];

/* Any date and time of day, some seconds east of Greenwich: how it follows from a time is
 * not modelled. */
static void any_date(struct tm *t, int east)
{
    *t = (struct tm){
        (int)__assay_nondet(6, "tm"), (int)__assay_nondet(6, "tm"), (int)__assay_nondet(5, "tm"),
        (int)__assay_nondet(5, "tm"), (int)__assay_nondet(4, "tm"), (int)__assay_nondet(32, "tm"),
        (int)__assay_nondet(3, "tm"), (int)__assay_nondet(9, "tm"), (int)__assay_nondet(1, "tm"),
        east, zone_name};
    __assay_assume((t->tm_sec <= 60) & (t->tm_min <= 59) & (t->tm_hour <= 23) & (t->tm_mday >= 1) &
                   (t->tm_mon <= 11) & (t->tm_wday <= 6) & (t->tm_yday <= 365));
}

/* Where the program runs. TZ may say up to 25 hours, 26 in summer,
 * from Greenwich, and files of zones more. */
static int any_zone(void)
{
    int east = (int)__assay_nondet(17, "zone");
    return (int)__assay_nondet(1, "zone") ? -east : east;
}

/* Days before a month of the year that begins in March. */
static int march_days(int month) { return (153 * month + 2) / 5; }

/* The date at Greenwich of a time that is known, by eras of 400 years from March of 0. */
static void known_date(long long when, struct tm *t)
{
    enum { DAY = 86400, ERA = 146097, TO_1970 = 719468 };
    long long days = when / DAY - (when % DAY < 0);
    int second = (int)(when - days * DAY);
    int weekday = (int)((days % 7 + 11) % 7);
    days += TO_1970;
    long long era = days / ERA - (days % ERA < 0);
    int rest = (int)(days - era * ERA); /* days of the era */
    int years = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
    int day = rest - (365 * years + years / 4 - years / 100); /* of the year from March on */
    int month = (5 * day + 2) / 153, next = month >= 10;
    long long year = era * 400 + years + next;
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    *t = (struct tm){
        second % 60, second / 60 % 60, second / 3600, day - march_days(month) + 1, next ? month - 10 : month + 2,
        (int)(year - 1900), weekday, next ? day - 306 : day + 59 + leap, 0, 0, "GMT"};
}

/* The times whose year is an int, at Greenwich; none is beyond where long has 32 bits. */
#define FIRST_TIME (LONG_BITS == 64 ? -67768040609740800 : -INT_MAX - 1)
#define LAST_TIME (LONG_BITS == 64 ? 67768036191676799 : INT_MAX)

/* The date of a time, or NULL where the year is no int. *east is the zone, which may be any
 * if local. */
static struct tm *date_of(const long *when, struct tm *t, int local)
{
    long long then = *when;
    __model_errno_after(0); /* the first call reads what TZ names */
    read_zone();
    int east = local ? any_zone() : 0;
    if (then + east < FIRST_TIME || then + east > LAST_TIME) {
        errno = EOVERFLOW;
        return NULL;
    }
    if (!local && __assay_is_known(&then, sizeof then)) {
        known_date(then, t);
        return t;
    }
    any_date(t, east);
    if (local)
        __assay_any(zone_name, sizeof zone_name - 1);
    else
        t->tm_zone = "GMT";
    return t;
}

/* localtime and gmtime share it. */
static struct tm date;
static int date_used;

static struct tm *shared_date_of(const long *when, int local)
{
    date_used = 1;
    return date_of(when, &date, local);
}

struct tm *localtime(const long *when) { return shared_date_of(when, 1); }
struct tm *gmtime(const long *when) { return shared_date_of(when, 0); }
struct tm *localtime_r(const long *when, struct tm *t) { return date_of(when, t, 1); }
struct tm *gmtime_r(const long *when, struct tm *t) { return date_of(when, t, 0); }

/* Exact but for the last step, to a double. */
double difftime(long a, long b)
{
    unsigned long d = (unsigned long)a - (unsigned long)b;
    return a < b ? -(double)-d : (double)d;
}

void tzset(void)
{
    __model_errno_after(0);
    read_zone();
}

/* Any time, also before 1970, and then *t is any date; or -1, and *t is as it was. */
static long time_of(struct tm *t, int east)
{
    int unused = t->tm_sec ^ t->tm_min ^ t->tm_hour ^ t->tm_mday ^ t->tm_mon ^ t->tm_year ^ t->tm_isdst;
    long when = __assay_nondet(LONG_BITS, "mktime");
    (void)unused;
    __model_errno_after(0);
    read_zone();
    if (when != -1 || !__assay_choose("mktime"))
        any_date(t, east);
    else
        errno = EOVERFLOW;
    return when;
}

long mktime(struct tm *t) { return time_of(t, any_zone()); }
long timelocal(struct tm *t) { return time_of(t, any_zone()); }
long timegm(struct tm *t) { return time_of(t, 0); }

/* Any text that ends before the limit, or 0 and the beginning of some text: how it follows
 * from the date is not modelled. What stands behind it stays. */
size_t strftime(char *s, size_t max, const char *format, const struct tm *t)
{
    enum { BLOCK = 64 };
    char block[BLOCK];
    size_t n = (size_t)__assay_nondet(LONG_BITS, "strftime"), written = n;
    __model_readable(t, sizeof *t);
    __assay_check_string(format, SIZE_MAX);
    __model_errno_after(0);
    read_zone();
    int fits = n < max;
    if (!fits) {
        written = (size_t)__assay_nondet(LONG_BITS, "strftime");
        __assay_assume(written <= max);
    }
    for (size_t done = 0; done < written; done += BLOCK) {
        size_t rest = written - done;
        for (int i = 0; i < BLOCK; i++) {
            int c = (int)__assay_nondet(8, "strftime");
            __assay_assume(c != 0);
            block[i] = (char)c;
        }
        __assay_copy(s + done, block, rest < BLOCK ? rest : BLOCK, 1);
    }
    if (!fits)
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
    if (t == NULL) {
        errno = EINVAL;
        return NULL;
    }
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

static char date_text[LONG_DATE_TEXT];
static int text_used;

char *asctime(const struct tm *t)
{
    text_used = 1;
    return text_of(t, date_text, sizeof date_text);
}

char *ctime(const long *when) { return asctime(localtime(when)); }

char *ctime_r(const long *when, char *s)
{
    struct tm t;
    return asctime_r(localtime_r(when, &t), s);
}

void __model_unknown_zone(void) { read_zone(); }

/* Foreign code may have asked for dates, and for other texts of them. */
void __model_unknown_time(void)
{
    read_zone();
    if (date_used)
        any_date(&date, any_zone());
    if (text_used)
        __assay_any(date_text, sizeof date_text - 1);
}
