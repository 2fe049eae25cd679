/* Dates: any, from any time; texts of known dates exactly. */
#include <stdio.h>
#include <string.h>
#include <time.h>
static void here(void) { }

/* A date becomes a time, and another date, or neither. */
static void made(void)
{
    struct tm t = {0};
    time_t when;
    t.tm_year = 70;
    t.tm_mday = 40;
    when = timegm(&t);
    if (when == -1 && t.tm_mday == 40)
        here(); // @reachable
    if (when == -1 && t.tm_mday == 1)
        here(); // @reachable
    if (when != -1 && t.tm_mday > 31)
        here(); // @unreachable
    if (when == -86400)
        here(); // @reachable
}

static void unwritten(void)
{
    struct tm t;
    t.tm_year = 70;
    if (mktime(&t) == 5) // @reachable uninitialised-read
        putchar('5');
}

static void formatted(void)
{
    char s[8];
    struct tm t = {0};
    size_t n;
    memset(s, '-', sizeof s);
    n = strftime(s, sizeof s, "%H:%M", &t);
    if (n >= sizeof s)
        here(); // @unreachable
    if (n > 0 && strlen(s) != n)
        here(); // @unreachable
    if (n == 5 && memcmp(s, "10:30", 6) == 0)
        here(); // @reachable
    if (n == 0)
        puts(s); // @reachable out-of-bounds
}

static void written(void)
{
    struct tm t = {0};
    char s[26];
    t.tm_year = 126;
    t.tm_mon = 10;
    t.tm_mday = 6;
    t.tm_wday = 5;
    if (strcmp(asctime(&t), "Fri Nov  6 00:00:00 2026\n") != 0)
        here(); // @unreachable
    t.tm_mon = 12;
    if (strcmp(asctime_r(&t, s), "Fri ???  6 00:00:00 2026\n") != 0)
        here(); // @unreachable
    t.tm_year = 12345;
    if (asctime_r(&t, s) != NULL)
        here(); // @unreachable
    if (asctime(&t) == NULL)
        here(); // @unreachable
}

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: made(); break;
    case 2: unwritten(); break;
    case 3: formatted(); break;
    default: written(); break;
    }
    return 0;
}
