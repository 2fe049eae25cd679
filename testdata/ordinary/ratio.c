/*
 * ratio.c - a calculator for rational numbers.
 *
 * Every line of standard input holds "A op B" where A and B are whole
 * numbers or fractions such as -3/4 and op is one of + - * /.  Results that
 * do not fit are reported instead of being wrong.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    long num;
    long den;       /* always positive, no factor in common with num */
} ratio;

static bool mul(long a, long b, long *out)
{
    if (a == 0 || b == 0) {
        *out = 0;
        return true;
    }
    /* neither operand is ever LONG_MIN */
    if (labs(a) > LONG_MAX / labs(b))
        return false;
    *out = a * b;
    return true;
}

static bool add(long a, long b, long *out)
{
    if (b > 0 ? a > LONG_MAX - b : a < -LONG_MAX - b)
        return false;
    *out = a + b;
    return true;
}

static long gcd(long a, long b)
{
    a = labs(a);
    b = labs(b);
    while (b != 0) {
        long t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static bool make(long num, long den, ratio *r)
{
    long g;

    if (den == 0)
        return false;
    g = gcd(num, den);
    if (den < 0) {
        num = -num;
        den = -den;
    }
    r->num = num / g;
    r->den = den / g;
    return true;
}

static bool ratio_add(ratio a, ratio b, ratio *r)
{
    long g = gcd(a.den, b.den);
    long x, y, num, den;

    if (!mul(a.num, b.den / g, &x) || !mul(b.num, a.den / g, &y))
        return false;
    if (!add(x, y, &num) || !mul(a.den, b.den / g, &den))
        return false;
    return make(num, den, r);
}

static bool ratio_mul(ratio a, ratio b, ratio *r)
{
    long g1 = gcd(a.num, b.den), g2 = gcd(b.num, a.den);
    long num, den;

    if (!mul(a.num / g1, b.num / g2, &num) || !mul(a.den / g2, b.den / g1, &den))
        return false;
    return make(num, den, r);
}

/* Read a number between -LONG_MAX and LONG_MAX. */
static bool read_long(char **s, long *out)
{
    char *end;

    errno = 0;
    *out = strtol(*s, &end, 10);
    if (end == *s || errno == ERANGE || *out < -LONG_MAX)
        return false;
    *s = end;
    return true;
}

static bool read_ratio(char **s, ratio *r)
{
    long num, den = 1;

    if (!read_long(s, &num))
        return false;
    if (**s == '/' && (*s)[1] >= '0' && (*s)[1] <= '9') {
        ++*s;
        if (!read_long(s, &den))
            return false;
    }
    return make(num, den, r);
}

static void print_ratio(ratio r)
{
    if (r.den == 1)
        printf("%ld\n", r.num);
    else
        printf("%ld/%ld\n", r.num, r.den);
}

static const char *evaluate(char *s)
{
    ratio a, b, r;
    bool fits = false;
    char op;

    if (!read_ratio(&s, &a))
        return "bad first operand";
    while (*s == ' ')
        s++;
    op = *s;
    if (op == '\0')
        return "operator missing";
    s++;
    if (!read_ratio(&s, &b))
        return "bad second operand";

    switch (op) {
    case '-':
        b.num = -b.num;
        /* fall through */
    case '+':
        fits = ratio_add(a, b, &r);
        break;
    case '/':
        if (b.num == 0)
            return "division by zero";
        if (!make(b.den, b.num, &b))
            return "division by zero";
        /* fall through */
    case '*':
        fits = ratio_mul(a, b, &r);
        break;
    default:
        return "unknown operator";
    }
    if (!fits)
        return "result does not fit";
    print_ratio(r);
    return NULL;
}

int main(void)
{
    char line[200];
    int rc = EXIT_SUCCESS;

    while (fgets(line, sizeof line, stdin)) {
        const char *error = evaluate(line);

        if (error) {
            printf("error: %s\n", error);
            rc = EXIT_FAILURE;
        }
    }
    return rc;
}
