/* Floating-point numbers in text: stdlib.h's strtod, strtof, atof. */
#include "assay.h"
#include "model.h"

enum { NUMBER, INFINITE, NOT_A_NUMBER };

/* Text that strtod takes for a number. */
struct real {
    size_t length;  /* 0: no number */
    int kind;       /* NUMBER … */
    int negative;
    int digit;      /* a digit other than 0 stands in it */
    int exact;      /* decimal, and magnitude and exponent say all */
    u64 magnitude;  /* of the digits, without the point */
    int exponent;   /* of 10 */
};

enum { MAX_EXPONENT = 99999 };

static int lower(char c) { return (unsigned char)c | 32; }

/* Whether word (in lower case) stands at s, whatever its case there. */
static int stands(const char *s, const char *word)
{
    for (; *word != 0; s++, word++)
        if (lower(*s) != *word)
            return 0;
    return 1;
}

static int is_letter(int c) { return ((unsigned)c | 32u) - 'a' < 26u; }

/* Bytes of (CHARACTERS) behind nan; 0 where it does not stand there. */
static size_t payload(const char *s)
{
    size_t i = 1;
    if (s[0] != '(')
        return 0;
    while (is_digit((unsigned char)s[i]) || is_letter((unsigned char)s[i]) || s[i] == '_')
        i++;
    return s[i] == ')' ? i + 1 : 0;
}

/* Bytes of an exponent at s, which begins with the letter; 0 where none stands
 * there. */
static size_t exponent(const char *s, char letter, int *value)
{
    size_t i = 1;
    int minus = 0, e = 0;
    if (lower(s[0]) != letter)
        return 0;
    if (s[1] == '-' || s[1] == '+')
        minus = s[i++] == '-';
    if (!is_digit((unsigned char)s[i]))
        return 0;
    for (; is_digit((unsigned char)s[i]); i++)
        e += (9 * e + (s[i] - '0')) * (e < MAX_EXPONENT);
    *value = (e ^ -minus) + minus;
    return i;
}

/* Reads digits and a point at s + *i, of what they are without a branch.
 * Returns whether there are digits. */
static int digits(const char *s, size_t *i, int hex, struct real *r)
{
    int any = 0, point = 0;
    for (;; (*i)++) {
        int c = (unsigned char)s[*i];
        if (c == '.' && !point) {
            point = 1;
            continue;
        }
        if (!is_digit(c) && !(hex && is_hex(c)))
            break;
        any = 1;
        r->digit |= c != '0';
        int fits = r->magnitude < (u64)1 << 53;
        r->exact &= fits;
        r->magnitude += (9 * r->magnitude + (u64)(c & 15)) * (u64)(unsigned)fits;
        r->exponent -= point;
    }
    return any;
}

static void hexadecimal(const char *s, size_t i, struct real *r)
{
    int e;
    struct real h = *r;
    size_t start = i += 2;
    if (digits(s, &i, 1, &h)) {
        *r = h;
        r->exact = 0;
        r->length = i + exponent(s + i, 'p', &e);
    } else {
        r->length = start - 1; /* the 0 */
    }
}

static void read_real(const char *s, struct real *r)
{
    size_t i = 0;
    int e = 0;
    *r = (struct real){0, NUMBER, 0, 0, 1, 0, 0};
    while (is_space((unsigned char)s[i]))
        i++;
    if (s[i] == '-' || s[i] == '+')
        r->negative = s[i++] == '-';
    if (stands(s + i, "inf")) {
        r->kind = INFINITE;
        r->length = i + (stands(s + i, "infinity") ? 8 : 3);
    } else if (stands(s + i, "nan")) {
        r->kind = NOT_A_NUMBER;
        r->length = i + 3 + payload(s + i + 3);
    } else if (s[i] == '0' && lower(s[i + 1]) == 'x') {
        hexadecimal(s, i, r);
    } else if (digits(s, &i, 0, r)) {
        r->length = i + exponent(s + i, 'e', &e);
        r->exponent += e;
    }
}

static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
    1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { LAST_TEN = sizeof tens / sizeof *tens - 1 };

/* The number is known, and one operation on exact doubles rounds it as C
 * demands (Clinger, "How to read floating point numbers accurately", PLDI 1990). */
static int is_simple(const char *s, const struct real *r)
{
    return __assay_is_known(s, r->length) && r->exact && r->magnitude <= (u64)1 << 53 &&
        r->exponent >= -LAST_TEN && r->exponent <= LAST_TEN;
}

static double simple(const struct real *r)
{
    double m = (double)(long long)r->magnitude;
    m = r->exponent < 0 ? m / tens[-r->exponent] : m * tens[r->exponent];
    return r->negative ? -m : m;
}

/* The bits of a number of the format with that many bits in its fraction and
 * all: for numbers that are not followed, any of the sign but NaN. */
static u64 real_bits(const struct real *r, int all, int fraction, const char *key)
{
    u64 sign = (u64)(unsigned)r->negative << (all - 1), infinity = ((u64)1 << (all - 1)) - ((u64)1 << fraction), v;
    if (r->length == 0)
        return 0;
    if (r->kind == INFINITE)
        return sign | infinity;
    if (r->kind == NUMBER && !r->digit)
        return sign;
    v = (u64)(unsigned)__assay_nondet(31, key) << (all - 32);
    if (all == 64)
        v |= (u64)(unsigned)__assay_nondet(32, key);
    if (r->kind == NOT_A_NUMBER)
        return sign | infinity | (u64)1 << (fraction - 1) | (v & (((u64)1 << fraction) - 1));
    errno = __assay_nondet(1, key) ? ERANGE : errno;
    /* A fraction behind the largest exponent would be NaN. */
    v &= ~((0 - (u64)((v & infinity) == infinity)) & (((u64)1 << fraction) - 1));
    return sign | v;
}

double strtod(const char *s, char **end)
{
    struct real r;
    union { u64 bits; double value; } u;
    __assay_expect_text(s, 0);
    read_real(s, &r);
    if (end != NULL)
        *end = (char *)s + r.length;
    if (r.length > 0 && r.kind == NUMBER && r.digit && is_simple(s, &r))
        return simple(&r);
    u.bits = real_bits(&r, 64, 52, "strtod");
    return u.value;
}

float strtof(const char *s, char **end)
{
    struct real r;
    union { unsigned bits; float value; } u;
    __assay_expect_text(s, 0);
    read_real(s, &r);
    if (end != NULL)
        *end = (char *)s + r.length;
    u.bits = (unsigned)real_bits(&r, 32, 23, "strtod");
    return u.value;
}

double atof(const char *s) { return strtod(s, NULL); }
