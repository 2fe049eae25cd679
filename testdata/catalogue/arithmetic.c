#include "catalogue.h"
#include <limits.h>

static int sum_true(int a)
{
    if (some())
        a = INT_MAX;
    else
        a = 1;
    return a + 1; // T sum
}

static int sum_false(int a)
{
    if (never())
        a = INT_MAX;
    else
        a = 1;
    return a + 1; // F sum
}

static int quotient_true(int a, int b)
{
    if (b != -1)
        return 0;
    return a / b; // T quotient
}

static int quotient_false(int a, int b)
{
    if (b != -1 || a < 0)
        return 0;
    return a / b; // F quotient
}

static long product_true(int m)
{
    return m * 1024; // T product
}

static long product_false(int m)
{
    if (m < -1000 || m > 1000)
        return 0;
    return m * 1024; // F product
}

/* The sum overflows, the product never does: the alarm is about the product. */
static long beside_false(int m, int n)
{
    return ((m + n) & 7) * 1024; // F product
}

/* Wrapping is no error of C; Frama-C reports it on request. */
static unsigned wrap_true(unsigned u)
{
    return u + 1u; // T wrap
}

static unsigned wrap_false(unsigned u)
{
    if (u > 100)
        return 0;
    return u + 1u; // F wrap
}

int main(void)
{
    switch (any()) {
    case 1: return sum_true(any());
    case 2: return sum_false(any());
    case 3: return quotient_true(any(), any());
    case 4: return quotient_false(any(), any());
    case 5: return (int)product_true(any());
    case 6: return (int)product_false(any());
    case 8: return (int)wrap_true((unsigned)any());
    case 9: return (int)wrap_false((unsigned)any());
    case 7: return (int)beside_false(any(), any());
    }
    return 0;
}
