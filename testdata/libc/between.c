/* What calls of the library leave for each other. */
#include <errno.h>
#include <error.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static void here(void) {}
static int calls;

static int up(const void *a, const void *b)
{
    calls++;
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static int trace(const void *a, const void *b)
{
    calls = calls * 10 + *(const int *)a;
    return *(const int *)a - *(const int *)b;
}

static int odd(const void *a, const void *b) { return (*(const int *)a + 2 * *(const int *)b + calls++) % 3 - 1; }

struct large {
    int key;
    char text[60];
};

static const struct large *lowest;

static int large_up(const void *a, const void *b)
{
    if (lowest != NULL && a == lowest && ((const struct large *)a)->key != 3)
        calls = 100;
    return ((const struct large *)a)->key - ((const struct large *)b)->key;
}

/* qsort calls the comparison in glibc's order. */
static void comparisons(void)
{
    int three[] = {1, 2, 3}, five[] = {5, 4, 3, 2, 1}, seven[] = {3, 1, 2, 7, 5, 1, 4};
    calls = 0;
    qsort(three, 3, sizeof *three, up);
    if (calls == 2)
        here(); // @reachable
    if (calls == 3)
        here(); // @unreachable
    calls = 0;
    qsort(three, 3, sizeof *three, trace);
    if (calls == 21)
        here(); // @reachable
    calls = 0;
    qsort(five, 5, sizeof *five, trace);
    if (calls == 5233444)
        here(); // @reachable
    if (five[0] == 1 && five[4] == 5)
        here(); // @reachable
    calls = 0;
    qsort(seven, 7, sizeof *seven, odd);
    if (seven[0] + 10 * seven[3] + 100 * calls == 1112)
        here(); // @reachable
    struct large four[] = {{3, ""}, {1, "a"}, {2, ""}, {1, "b"}};
    calls = 0;
    lowest = four;
    qsort(four, 4, sizeof *four, large_up);
    if (calls == 100)
        here(); // @unreachable
    if (four[0].text[0] == 'a' && four[1].text[0] == 'b' && four[3].key == 3)
        here(); // @reachable
    if (four[0].text[0] == 'b')
        here(); // @unreachable
}

/* strftime writes its text and nothing behind it. */
static void dates(void)
{
    char s[32] = {0}, t[24] = "123456789012345";
    struct tm date = {.tm_year = 100, .tm_mday = 1};
    size_t n = strftime(s, sizeof s, "%H:%M", &date);
    if (n == 5 && s[20] == 0)
        here(); // @reachable
    if (n == 5 && s[5] != 0)
        here(); // @unreachable
    if (n == 5 && s[20] != 0)
        here(); // @unreachable
    n = strftime(t, sizeof t, "%Y", &date);
    if (n == 4 && t[10] == '1')
        here(); // @reachable
    if (n > 0 && t[23] != 0)
        here(); // @unreachable
}

/* What TZ may say: "LONGNAMEZONE-24:59". */
static void zones(int argc)
{
    time_t t = argc;
    struct tm *q = localtime(&t);
    if (q == NULL)
        return;
    if (q->tm_gmtoff == 24 * 3600 + 59 * 60)
        here(); // @reachable
    if (q->tm_gmtoff == -89999)
        here(); // @reachable
    if (q->tm_gmtoff > 1000000)
        here(); // @unreachable
    if (strlen(q->tm_zone) == 12)
        here(); // @reachable
    if (strlen(q->tm_zone) > 63)
        here(); // @unreachable
}

/* The name of a locale is a list if its categories are of different ones. */
static void locales(void)
{
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return;
    char *all = setlocale(LC_ALL, NULL);
    if (all[0] == 'L' && strlen(all) == 166)
        here(); // @reachable
    if (strlen(all) >= 512)
        here(); // @unreachable
    if (setlocale(LC_ALL, "C") == NULL || strlen(setlocale(LC_ALL, NULL)) != 1)
        here(); // @unreachable
}

/* What succeeds may leave an error number: ESPIPE of a file that has no end to go to. */
static void errors(void)
{
    errno = 0;
    FILE *f = fopen("/dev/stdout", "a");
    if (f != NULL && errno != 0)
        here(); // @reachable
    errno = 0;
    FILE *g = fdopen(1, "a");
    if (g != NULL && errno != 0)
        here(); // @reachable
    if (getchar() == EOF)
        return;
    errno = 0;
    if (setvbuf(stdin, NULL, _IONBF, 0) == 0 && errno != 0)
        here(); // @reachable
    errno = 0;
    if (system("true") == 0 && errno != 0)
        here(); // @reachable
    errno = 0;
    if (abs(-1) == 1 && errno != 0)
        here(); // @unreachable
}

/* A limit beyond the room for the text is no error while the text is short. */
static void limits(void)
{
    char s[8];
    struct tm date = {.tm_year = 100, .tm_mday = 1};
    if (strftime(s, 100, "%Y", &date) == 4)
        here(); // @reachable
}

/* optopt is what the last wrong option left, whatever the program wrote there. */
static void options(int argc)
{
    char *words[] = {"p", "-a", "-x", "-a", NULL};
    if (optopt == '?')
        here(); // @reachable
    opterr = 0;
    if (getopt(4, words, "a") == 'a' && optopt == 0)
        here(); // @reachable
    if (optopt == '?')
        here(); // @unreachable
    if (getopt(4, words, "a") == '?' && optopt == 'x')
        here(); // @reachable
    optopt = argc;
    if (getopt(4, words, "a") == 'a' && optopt == 'x')
        here(); // @reachable
    if (getopt(4, words, "a") == -1 && optopt != 'x')
        here(); // @unreachable
}

/* A character that was put back and is not in the file is gone when the stream is flushed. */
static void put_back(void)
{
    int c = getchar();
    if (c == EOF || ungetc('Z', stdin) == EOF)
        return;
    fflush(stdin);
    if (getchar() != 'Z')
        here(); // @reachable
    if (ungetc('Z', stdin) != EOF && getchar() != 'Z')
        here(); // @unreachable
}

/* What writes a buffer out gives a stream no orientation, and perror gives stderr one or not. */
static void orientations(void)
{
    fflush(stdout);
    if (fwide(stdout, 0) == 0)
        here(); // @reachable
    if (fwide(stdout, 0) < 0)
        here(); // @unreachable
    perror("p");
    if (fwide(stderr, 0) == 0)
        here(); // @reachable
    if (fwide(stderr, 0) < 0)
        here(); // @reachable
    if (fwide(stderr, 1) > 0)
        here(); // @reachable
}

/* error() flushes standard output. */
static void messages(void)
{
    if (printf("text") != 4 || ferror(stdout))
        return;
    error(0, 0, "message");
    if (ferror(stdout))
        here(); // @reachable
}

/* The same value of the same name may be the same copy. */
static void copies(void)
{
    if (setenv("A", "x", 1) != 0)
        return;
    char *p = getenv("A");
    if (setenv("A", "y", 1) != 0 || p[0] != 'x')
        return;
    if (getenv("A") == p)
        here(); // @unreachable
    if (setenv("A", "x", 1) != 0)
        return;
    if (getenv("A") == p)
        here(); // @reachable
    if (getenv("A") != p)
        here(); // @reachable
    if (getenv("A")[0] != 'x')
        here(); // @unreachable
}

static void nothing(void) {}

/* There may be no memory for many handlers. */
static void handlers(void)
{
    int failed = 0;
    for (int i = 0; i < 8; i++)
        failed |= atexit(nothing);
    if (failed)
        here(); // @unreachable
    for (int i = 8; i < 40; i++)
        failed |= atexit(nothing);
    if (failed)
        here(); // @reachable
}

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: comparisons(); dates(); break;
    case 2: options(argc); limits(); orientations(); zones(argc); locales(); errors(); break;
    default: put_back(); messages(); copies(); handlers();
    }
}
