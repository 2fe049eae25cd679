/* Compares the models with glibc on random and chosen inputs. Prints every
 * difference and the number of comparisons. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include "native.h"

static long compared, differences;
static uint64_t seed = 88172645463325252u;

static uint64_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static unsigned below(unsigned n) { return (unsigned)(rnd() % n); }

static void differ(const char *what, const char *fmt, ...)
{
    va_list ap;
    if (differences++ > 40)
        return;
    printf("%s: ", what);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    putchar('\n');
}

static void random_text(char *p, unsigned max, const char *alphabet)
{
    unsigned n = below(max + 1);
    for (unsigned i = 0; i < n; i++)
        p[i] = alphabet[below((unsigned)strlen(alphabet))];
    memset(p + n, 0, 80 - n);
}

extern int *model___errno_location(void);

/* Numbers. */
#define NUMBER(type, name) \
    extern type model_##name(const char *, char **, int); \
    static void check_##name(const char *s, int base, int known) \
    { \
        char *end1 = NULL, *end2 = NULL; \
        start_path("", 0, known); \
        errno = 0; \
        type a = name(s, &end1, base); \
        int e = errno; \
        type b = model_##name(s, &end2, base); \
        compared++; \
        if (a != b || end1 != end2 || e != *model___errno_location()) \
            differ(#name, "\"%s\" base %d: %lld, model %lld; ends %ld, %ld; errno %d, %d", s, base, \
                   (long long)a, (long long)b, (long)(end1 - s), (long)(end2 - s), e, *model___errno_location()); \
    }
NUMBER(long, strtol)
NUMBER(long long, strtoll)
NUMBER(unsigned long, strtoul)
NUMBER(unsigned long long, strtoull)
extern int model_atoi(const char *);
extern long model_atol(const char *);

static void numbers(void)
{
    static const char *const chosen[] = {
        "", " ", "+", "-", "- 1", "+-1", "0", "-0", "00x", "0x", "0xg", "0x1", "-0X1f", "08", "0b1", "09",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "18446744073709551620", "99999999999999999999", "000000000000000000000000000007",
        "                       42", "                        42", "12345678901234567890123", "2147483648",
        "-2147483649", "\t\n\v\f\r 7z", "zz", "7fffffffffffffff", "8000000000000000", "1 2", "\xff", "\xb2""1",
    };
    char s[80];
    for (int i = 0; i < 60000; i++) {
        int base = below(3) ? 10 : below(2) ? 0 : below(2) ? 16 : (int)below(37);
        if (base == 1)
            base = 37;
        if (i < (int)(sizeof chosen / sizeof *chosen)) {
            memset(s, 0, sizeof s);
            strcpy(s, chosen[i]);
            base = 10;
        } else {
            random_text(s, below(4) ? 8 : 30, below(3) ? "0123456789 +-" : "0123456789 \t+-xXabfgz");
        }
        for (int known = 0; known < 3; known++) {
            check_strtol(s, base, known);
            check_strtoll(s, base, known);
            check_strtoul(s, base, known);
            check_strtoull(s, base, known);
            check_strtol(s, 0, known);
            check_strtoul(s, 16, known);
            compared += 2;
            if (atoi(s) != model_atoi(s) || atol(s) != model_atol(s))
                differ("atoi", "\"%s\": %d, model %d", s, atoi(s), model_atoi(s));
        }
    }
}

/* Floating-point numbers: where they end; what a model that follows them says is
 * exact, of others the sign and whether they are finite. */
extern double model_strtod(const char *, char **);
extern float model_strtof(const char *, char **);
extern double model_atof(const char *);

static int same_kind(double a, double b)
{
    return !isnan(a) == !isnan(b) && !signbit(a) == !signbit(b) && (a != 0 || b == 0 || errno == ERANGE);
}

static void check_real(const char *s, int exact)
{
    char *end1, *end2;
    start_path("", 0, 1);
    errno = 0;
    double a = strtod(s, &end1), b = model_strtod(s, &end2);
    int e = errno == 0 && *model___errno_location() == 0;
    compared++;
    if (end1 != end2 || !same_kind(a, b) || exact && (a != b && !isnan(a) || !e))
        differ("strtod", "\"%s\": %a, model %a; ends %ld, %ld", s, a, b, (long)(end1 - s), (long)(end2 - s));
    float c = strtof(s, &end1), d = model_strtof(s, &end2);
    compared += 2;
    if (end1 != end2 || !same_kind(c, d))
        differ("strtof", "\"%s\": %a, model %a; ends %ld, %ld", s, c, d, (long)(end1 - s), (long)(end2 - s));
    if (exact && !isnan(a) && model_atof(s) != a)
        differ("atof", "\"%s\": %a, model %a", s, a, model_atof(s));
}

static void reals(void)
{
    static const char *const chosen[] = {
        "", ".", "-.", "+", "0", "-0", "0.", ".0", "5.", ".5", "1.5", "1..5", "1.5.2", "1e", "1e+", "1e5", "1e-5x", "1E22",
        "123456789012345e-22", "9007199254740992", "inf", "-Infinity", "infinit", "INFx", "nan", "-nan", "nan(",
        "nan(12_aZ)x", "nan(1", "nan()", " \t\n 12.25 ", "00012.500", "0x", "0x0", "0x.", "0xg", "e5", "1e0005", "- 1",
    };
    static const char *const open[] = {
        "9007199254740993", "1e23", "1e400", "-1e-400", "0x1p3", "-0x.8p-1", "0x1.8p", "0X1.fffp+10z",
        "1e99999999999999999999", "0.1e-99999999999999999", "123456789012345678901234567890",
    };
    char s[80];
    for (unsigned i = 0; i < sizeof chosen / sizeof *chosen; i++)
        check_real(chosen[i], 1);
    for (unsigned i = 0; i < sizeof open / sizeof *open; i++)
        check_real(open[i], 0);
    for (int i = 0; i < 60000; i++) {
        random_text(s, below(4) ? 8 : 24, below(2) ? "0123456789.eE+-" : "0123456789.eE+- xXpPaAfFnNiItTyY()_");
        check_real(s, 0);
        snprintf(s, sizeof s, "%s%u.%0*ue%d", below(2) ? "-" : "", below(10000), (int)below(6) + 1, below(1000), (int)below(24) - 12);
        check_real(s, 1);
    }
}

/* Characters. */
#define CLASSES(x) x(isalnum) x(isalpha) x(isblank) x(iscntrl) x(isdigit) x(isgraph) x(islower) x(isprint) \
    x(ispunct) x(isspace) x(isupper) x(isxdigit)
#define DECLARE(f) extern int model_##f(int);
CLASSES(DECLARE)
DECLARE(tolower)
DECLARE(toupper)
extern const unsigned short **model___ctype_b_loc(void);
extern const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);

static void characters(void)
{
    for (int c = -128; c < 256; c++) {
#define CHECK(f) compared++; if ((f)(c) != model_##f(c)) differ(#f, "%d: %#x, model %#x", c, (f)(c), model_##f(c));
        CLASSES(CHECK)
        CHECK(tolower)
        CHECK(toupper)
        compared += 3;
        if ((*__ctype_b_loc())[c] != (*model___ctype_b_loc())[c])
            differ("__ctype_b_loc", "%d: %#x, model %#x", c, (*__ctype_b_loc())[c], (*model___ctype_b_loc())[c]);
        if ((*__ctype_tolower_loc())[c] != (*model___ctype_tolower_loc())[c])
            differ("__ctype_tolower_loc", "%d", c);
        if ((*__ctype_toupper_loc())[c] != (*model___ctype_toupper_loc())[c])
            differ("__ctype_toupper_loc", "%d", c);
    }
}

/* Strings. Pointers are compared by their distance from the argument. */
#define STRING1(x) x(strlen)
static int sign(int v) { return (v > 0) - (v < 0); }
static long at(const void *p, const void *base) { return p == NULL ? -1 : (long)((const char *)p - (const char *)base); }

#define SAME(f, a, b) \
    do { \
        long a_ = (long)(a), b_ = (long)(b); \
        compared++; \
        if (a_ != b_) \
            differ(f, "\"%s\", \"%s\", %u: %ld, model %ld", s, t, n, a_, b_); \
    } while (0)

#define EXTERN(type, name, ...) extern type model_##name(__VA_ARGS__);
EXTERN(size_t, strlen, const char *)
EXTERN(size_t, strnlen, const char *, size_t)
EXTERN(int, strcmp, const char *, const char *)
EXTERN(int, strncmp, const char *, const char *, size_t)
EXTERN(int, strcasecmp, const char *, const char *)
EXTERN(int, strncasecmp, const char *, const char *, size_t)
EXTERN(int, strcoll, const char *, const char *)
EXTERN(int, memcmp, const void *, const void *, size_t)
EXTERN(char *, strchr, const char *, int)
EXTERN(char *, strrchr, const char *, int)
EXTERN(char *, strchrnul, const char *, int)
EXTERN(char *, strstr, const char *, const char *)
EXTERN(char *, strcasestr, const char *, const char *)
EXTERN(size_t, strspn, const char *, const char *)
EXTERN(size_t, strcspn, const char *, const char *)
EXTERN(char *, strpbrk, const char *, const char *)
EXTERN(void *, memchr, const void *, int, size_t)
EXTERN(void *, memrchr, const void *, int, size_t)
EXTERN(void *, memmem, const void *, size_t, const void *, size_t)
EXTERN(void *, memccpy, void *, const void *, int, size_t)
EXTERN(char *, strcpy, char *, const char *)
EXTERN(char *, stpcpy, char *, const char *)
EXTERN(char *, strncpy, char *, const char *, size_t)
EXTERN(char *, stpncpy, char *, const char *, size_t)
EXTERN(char *, strcat, char *, const char *)
EXTERN(char *, strncat, char *, const char *, size_t)
EXTERN(size_t, strxfrm, char *, const char *, size_t)
EXTERN(char *, strtok, char *, const char *)
EXTERN(char *, strsep, char **, const char *)
EXTERN(char *, strdup, const char *)
EXTERN(char *, strndup, const char *, size_t)
EXTERN(int, ffsll, long long)
EXTERN(int, ffs, int)
EXTERN(char *, strerror, int)

static void searches(const char *s, const char *t, unsigned n)
{
    int c = t[0];
    SAME("strlen", strlen(s), model_strlen(s));
    SAME("strnlen", strnlen(s, n), model_strnlen(s, n));
    SAME("strcmp", sign(strcmp(s, t)), sign(model_strcmp(s, t)));
    SAME("strncmp", sign(strncmp(s, t, n)), sign(model_strncmp(s, t, n)));
    SAME("strcasecmp", sign(strcasecmp(s, t)), sign(model_strcasecmp(s, t)));
    SAME("strncasecmp", sign(strncasecmp(s, t, n)), sign(model_strncasecmp(s, t, n)));
    SAME("strcoll", sign(strcoll(s, t)), sign(model_strcoll(s, t)));
    SAME("memcmp", sign(memcmp(s, t, n)), sign(model_memcmp(s, t, n)));
    SAME("strchr", at(strchr(s, c), s), at(model_strchr(s, c), s));
    SAME("strrchr", at(strrchr(s, c), s), at(model_strrchr(s, c), s));
    SAME("strchrnul", at(strchrnul(s, c), s), at(model_strchrnul(s, c), s));
    SAME("strstr", at(strstr(s, t), s), at(model_strstr(s, t), s));
    SAME("strcasestr", at(strcasestr(s, t), s), at(model_strcasestr(s, t), s));
    SAME("strspn", strspn(s, t), model_strspn(s, t));
    SAME("strcspn", strcspn(s, t), model_strcspn(s, t));
    SAME("strpbrk", at(strpbrk(s, t), s), at(model_strpbrk(s, t), s));
    SAME("memchr", at(memchr(s, c, n), s), at(model_memchr(s, c, n), s));
    SAME("memrchr", at(memrchr(s, c, n), s), at(model_memrchr(s, c, n), s));
    SAME("memmem", at(memmem(s, n, t, strlen(t)), s), at(model_memmem(s, n, t, strlen(t)), s));
}

static void same_copy(const char *what, const char *s, const char *t, unsigned n, const char *a, const char *b, long ra, long rb)
{
    SAME(what, ra, rb);
    if (memcmp(a, b, 200) != 0)
        differ(what, "\"%s\", \"%s\", %u: other bytes", s, t, n);
}

static void copies(const char *s, const char *t, unsigned n)
{
    char a[200], b[200];
#define COPY(call, model) \
    memset(a, 0x55, sizeof a); \
    strcpy(a, t); \
    memcpy(b, a, sizeof a); \
    { \
        long ra = (long)(call), rb = (long)(model); \
        same_copy(#call, s, t, n, a, b, ra, rb); \
    }
    COPY(at(strcpy(a, s), a), at(model_strcpy(b, s), b))
    COPY(at(stpcpy(a, s), a), at(model_stpcpy(b, s), b))
    COPY(at(strncpy(a, s, n), a), at(model_strncpy(b, s, n), b))
    COPY(at(stpncpy(a, s, n), a), at(model_stpncpy(b, s, n), b))
    COPY(at(strcat(a, s), a), at(model_strcat(b, s), b))
    COPY(at(strncat(a, s, n), a), at(model_strncat(b, s, n), b))
    COPY(at(memccpy(a, s, t[0], n), a), at(model_memccpy(b, s, t[0], n), b))
    if (n > strlen(s)) {
        COPY(strxfrm(a, s, n), model_strxfrm(b, s, n))
    }
}

static void tokens(const char *s, const char *t)
{
    char a[80], b[80], *p, *q, *x = a, *y = b;
    unsigned n = 0;
    memcpy(a, s, 80);
    memcpy(b, s, 80);
    for (p = strtok(a, t), q = model_strtok(b, t);; p = strtok(NULL, t), q = model_strtok(NULL, t)) {
        SAME("strtok", at(p, a), at(q, b));
        if (p == NULL || q == NULL)
            break;
    }
    SAME("strtok's bytes", memcmp(a, b, 80), 0);
    memcpy(a, s, 80);
    memcpy(b, s, 80);
    do {
        p = strsep(&x, t);
        q = model_strsep(&y, t);
        SAME("strsep", at(p, a), at(q, b));
    } while (p != NULL && q != NULL);
}

static void strings(void)
{
    char s[80], t[80];
    for (int i = 0; i < 20000; i++) {
        random_text(s, 12, i % 5 ? "ab A" : "ab\x80\xff");
        random_text(t, i % 3 ? 3 : 12, i % 5 ? "ab A" : "ab\x80\xff");
        unsigned n = below(14);
        searches(s, t, n);
        copies(s, t, n);
        tokens(s, t);
        uint64_t bits = rnd() & rnd() & rnd();
        SAME("ffsll", ffsll((long long)bits), model_ffsll((long long)bits));
        SAME("ffs", ffs((int)bits), model_ffs((int)bits));
    }
    for (int e = 0; e < 35; e++) {
        char *a = strerror(e), *b = model_strerror(e);
        compared++;
        if (strcmp(a, b) != 0)
            differ("strerror", "%d: %s, model %s", e, a, b);
    }
}

void formatted(long *compared, void (*differ)(const char *, const char *, ...), uint64_t (*rnd)(void));

void streams(long *compared, void (*differ)(const char *, const char *, ...), uint64_t (*rnd)(void));
void options(long *compared, void (*differ)(const char *, const char *, ...), uint64_t (*rnd)(void));

/* Sorting, searching, arithmetic, memory. */
EXTERN(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *))
EXTERN(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *))
EXTERN(void *, realloc, void *, size_t)
EXTERN(void *, calloc, size_t, size_t)
EXTERN(void *, malloc, size_t)
EXTERN(div_t, div, int, int)
EXTERN(lldiv_t, lldiv, long long, long long)

static int by_key(const void *a, const void *b)
{
    const unsigned char *p = a, *q = b;
    return (p[0] > q[0]) - (p[0] < q[0]);
}

static void sorting(void)
{
    unsigned char a[40 * 3], b[40 * 3], key[3] = {0};
    const char *s = "", *t = "";
    for (int i = 0; i < 3000; i++) {
        unsigned n = below(41), size = 1 + below(3);
        for (unsigned j = 0; j < sizeof a; j++)
            a[j] = (unsigned char)below(9);
        memcpy(b, a, sizeof a);
        qsort(a, n, size, by_key);
        model_qsort(b, n, size, by_key);
        for (unsigned j = 0; j < n; j++)
            SAME("qsort", a[j * size], b[j * size]);
        key[0] = (unsigned char)below(10);
        void *x = bsearch(key, a, n, size, by_key), *y = model_bsearch(key, a, n, size, by_key);
        SAME("bsearch", x != NULL, y != NULL && by_key(y, key) == 0);
        int v = (int)rnd(), w = (int)below(9) + 1;
        SAME("div", div(v, w).quot ^ div(v, w).rem, model_div(v, w).quot ^ model_div(v, w).rem);
        SAME("lldiv", lldiv(v, -w).rem, model_lldiv(v, -w).rem);
    }
}

static void blocks(void)
{
    const char *s = "", *t = "";
    unsigned n = 0;
    start_path("", 0, 1);
    char *p = model_malloc(3);
    memcpy(p, "abc", 3);
    p = model_realloc(p, 8);
    SAME("realloc", memcmp(p, "abc", 3), 0);
    p = model_realloc(p, 2);
    SAME("realloc", memcmp(p, "ab", 2), 0);
    SAME("realloc to 0", at(model_realloc(p, 0), NULL), -1);
    p = model_calloc(4, 5);
    for (int i = 0; i < 20; i++)
        SAME("calloc", p[i], 0);
    SAME("calloc that wraps", at(model_calloc(SIZE_MAX / 2, 3), NULL), -1);
    SAME("malloc beyond PTRDIFF_MAX", at(model_malloc((size_t)PTRDIFF_MAX + 1), NULL), -1);
    SAME("errno of malloc", *model___errno_location(), ENOMEM);
    start_path("", 1, 1);
    SAME("malloc that fails", at(model_malloc(1), NULL), -1);
}

/* Texts of dates, of which some have fields that no date has. */
EXTERN(char *, asctime, const struct tm *)
EXTERN(char *, asctime_r, const struct tm *, char *)

static void dates(void)
{
    for (int i = 0; i < 20000; i++) {
        struct tm t = {0};
        char s[26], own[26], *x, *y;
        int odd = below(4) == 0;
        t.tm_sec = (int)below(odd ? 2000 : 61) - odd;
        t.tm_min = (int)below(60);
        t.tm_hour = (int)below(24) - odd * (int)below(30);
        t.tm_mday = (int)below(32);
        t.tm_mon = (int)below(12 + odd) - odd * (int)below(2);
        t.tm_wday = (int)below(7 + odd) - odd * (int)below(2);
        t.tm_year = odd ? (int)rnd() : (int)below(9000) - 1900;
        x = asctime(&t), y = model_asctime(&t), compared++;
        if ((x == NULL) != (y == NULL) || x != NULL && strcmp(x, y) != 0)
            differ("asctime", "%s, model %s", x ? x : "NULL", y ? y : "NULL");
        x = asctime_r(&t, s), y = model_asctime_r(&t, own), compared++;
        if ((x == NULL) != (y == NULL) || x != NULL && strcmp(x, y) != 0)
            differ("asctime_r", "%s, model %s", x ? x : "NULL", y ? y : "NULL");
    }
}

EXTERN(struct tm *, gmtime_r, const time_t *, struct tm *)
EXTERN(int, rand, void)
EXTERN(void, srand, unsigned)
EXTERN(int, rand_r, unsigned *)
EXTERN(void, srand48, long)
EXTERN(unsigned short *, seed48, unsigned short *)
EXTERN(long, lrand48, void)
EXTERN(long, mrand48, void)
EXTERN(double, drand48, void)
EXTERN(long, nrand48, unsigned short *)
EXTERN(long, jrand48, unsigned short *)
EXTERN(double, erand48, unsigned short *)

/* Dates of known times, in all the range and beyond it. */
static void days(void)
{
    for (int i = 0; i < 40000; i++) {
        long when = (long)(rnd() >> below(64)) * (below(2) ? 1 : -1);
        struct tm a, b, *x, *y;
        x = gmtime_r(&when, &a), y = model_gmtime_r(&when, &b), compared++;
        if ((x == NULL) != (y == NULL) ||
            x != NULL && (a.tm_sec != b.tm_sec || a.tm_min != b.tm_min || a.tm_hour != b.tm_hour || a.tm_mday != b.tm_mday ||
                          a.tm_mon != b.tm_mon || a.tm_year != b.tm_year || a.tm_wday != b.tm_wday || a.tm_yday != b.tm_yday ||
                          a.tm_isdst != b.tm_isdst || a.tm_gmtoff != b.tm_gmtoff || strcmp(a.tm_zone, b.tm_zone) != 0))
            differ("gmtime", "%ld", when);
    }
}

/* Random numbers of known seeds. */
static void drawn(void)
{
    unsigned short x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
    start_path("", 0, 1);
    for (int i = 0; i < 20000; i++) {
        unsigned from = below(4) ? (unsigned)rnd() : below(3), a = from, b = from;
        if (below(50) == 0)
            srand(from), model_srand(from), srand48(from), model_srand48(from);
        if (below(200) == 0)
            seed48(x), model_seed48(y);
        compared += 6;
        if (rand_r(&a) != model_rand_r(&b) || a != b)
            differ("rand_r", "%u", from);
        if (lrand48() != model_lrand48() || mrand48() != model_mrand48() || drand48() != model_drand48())
            differ("lrand48", "number %d", i);
        if (nrand48(x) != model_nrand48(y) || jrand48(x) != model_jrand48(y) || erand48(x) != model_erand48(y))
            differ("nrand48", "number %d", i);
        if (memcmp(x, y, sizeof x) != 0)
            differ("nrand48", "state %d", i);
        will_draw = rand();
        model_rand(); /* which ends the path where it is another number */
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    if (setjmp(path_end) != 0) {
        printf("a model ended the path\n");
        return 1;
    }
    characters();
    numbers();
    uint64_t before = seed;
    reals();
    seed = before; /* the texts of the others stay the same */
    strings();
    sorting();
    blocks();
    dates();
    days();
    drawn();
    formatted(&compared, differ, rnd);
    options(&compared, differ, rnd);
    streams(&compared, differ, rnd);
    printf("%ld comparisons, %ld differences\n", compared, differences);
    return differences != 0;
}
