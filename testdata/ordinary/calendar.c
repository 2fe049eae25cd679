/* calendar - print a month, or work out day numbers
 *
 *   calendar YEAR MONTH           the month as a table
 *   calendar YEAR MONTH DAY       day of week and day of year
 *   calendar YEAR MONTH DAY +N    the date N days later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_YEAR 1600
#define LAST_YEAR  3000

struct date {
    int year, month, day;
};

static const int month_days[2][13] = {
    { 0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 },
    { 0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 },
};

static const char *month_name[] = {
    "", "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December"
};

static const char *day_name[] = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"
};

static int is_leap(int y)
{
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int parse_number(const char *s, int lo, int hi, int *out)
{
    char *end;
    long v = strtol(s, &end, 10);

    if (end == s || *end != '\0' || v < lo || v > hi)
        return 0;
    *out = (int)v;
    return 1;
}

static int day_of_year(const struct date *d)
{
    int leap = is_leap(d->year), n = d->day, m;

    for (m = 1; m < d->month; m++)
        n += month_days[leap][m];
    return n;
}

/* 0 = Monday; 1 January 1600 was a Saturday */
static int weekday(const struct date *d)
{
    long days = 5;
    int y;

    for (y = FIRST_YEAR; y < d->year; y++)
        days += is_leap(y) ? 366 : 365;
    days += day_of_year(d) - 1;
    return (int)(days % 7);
}

static int advance(struct date *d, int n)
{
    while (n > 0) {
        int left = month_days[is_leap(d->year)][d->month] - d->day;

        if (n <= left) {
            d->day += n;
            return 1;
        }
        n -= left + 1;
        d->day = 1;
        if (++d->month > 12) {
            d->month = 1;
            if (++d->year > LAST_YEAR)
                return 0;
        }
    }
    return 1;
}

static void print_month(int year, int month)
{
    struct date first;
    int start, days, i;
    char title[40];
    int pad;

    first.year = year;
    first.month = month;
    first.day = 1;
    start = weekday(&first);
    days = month_days[is_leap(year)][month];

    snprintf(title, sizeof title, "%s %d", month_name[month], year);
    pad = (20 + (int)strlen(title)) / 2;
    printf("%*s\n", pad, title);
    for (i = 0; i < 7; i++)
        printf("%.2s%c", day_name[i], i == 6 ? '\n' : ' ');
    for (i = 0; i < start; i++)
        printf("   ");
    for (i = 1; i <= days; i++) {
        printf("%2d", i);
        putchar((start + i) % 7 == 0 || i == days ? '\n' : ' ');
    }
}

static int usage(void)
{
    fprintf(stderr, "usage: calendar YEAR MONTH [DAY [+N]]\n"
                    "  years from %d to %d\n", FIRST_YEAR, LAST_YEAR);
    return 2;
}

int main(int argc, char *argv[])
{
    struct date d;
    int n;

    if (argc < 3 || argc > 5)
        return usage();
    if (!parse_number(argv[1], FIRST_YEAR, LAST_YEAR, &d.year) ||
        !parse_number(argv[2], 1, 12, &d.month))
        return usage();
    if (argc == 3) {
        print_month(d.year, d.month);
        return 0;
    }
    if (!parse_number(argv[3], 1, month_days[is_leap(d.year)][d.month], &d.day))
        return usage();
    if (argc == 5) {
        if (argv[4][0] != '+' || !parse_number(argv[4] + 1, 0, 1000000, &n))
            return usage();
        if (!advance(&d, n)) {
            fprintf(stderr, "calendar: beyond the year %d\n", LAST_YEAR);
            return 1;
        }
    }
    printf("%s %d %s %d, day %d of the year\n", day_name[weekday(&d)],
           d.day, month_name[d.month], d.year, day_of_year(&d));
    return 0;
}
