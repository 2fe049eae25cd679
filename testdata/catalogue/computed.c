#include "catalogue.h"
#include <limits.h>

/* Operations on constants, which the compiler computes. What else is on the line is defined,
 * and does not answer an alarm about them. */

#define ZERO 0
#define WIDE 40
#define BROKEN(x) (10 / ZERO + ((x) & 1))
#define WHOLE(x) (10 / 5 + ((x) & 1))
#define NEXT(x) ((x) + 1)

enum { LAST = INT_MAX, FEW = 4 };

static int macro_true(int a, unsigned d)
{
    return BROKEN(a) + a / (int)(d % 8u + 2u); // T macro
}

static int macro_false(int a, unsigned d)
{
    return WHOLE(a) + a / (int)(d % 8u + 2u); // F macro
}

static int named_true(unsigned d)
{
    const int none = 0;
    return 10 / none + 20 / (int)(d % 8u + 2u); // T named
}

static int named_false(unsigned d)
{
    const int two = 2;
    return 10 / two + 20 / (int)(d % 8u + 2u); // F named
}

static int sum_true(unsigned a)
{
    return NEXT(LAST) < (int)(a % 8u) + FEW; // T sum
}

static int sum_false(unsigned a)
{
    return NEXT(FEW) < (int)(a % 8u) + FEW; // F sum
}

static int negated_true(unsigned a)
{
    const int lowest = INT_MIN;
    return -lowest < (int)(a % 8u) + FEW; // T negated
}

static int negated_false(unsigned a)
{
    return -FEW < (int)(a % 8u) + FEW; // F negated
}

static int shift_true(unsigned a)
{
    return (1 << WIDE) + (1 << (int)(a % 8u)); // T shift
}

static int shift_false(unsigned a)
{
    return (1 << FEW) + (1 << (int)(a % 8u)); // F shift
}

static int lines_true(unsigned d)
{
    return 20 / (int)(d % 8u + 2u) // T lines
        + 10 / ZERO;
}

static int lines_false(unsigned d)
{
    return 20 / (int)(d % 8u + 2u) // F lines
        + 10 / FEW;
}

static int converted_true(void)
{
    double f = some() ? 1.5 : 2.5;
    return (int)1e20 < (int)f; // T converted
}

static int converted_false(void)
{
    double f = some() ? 1.5 : 2.5;
    return (int)1e3 < (int)f; // F converted
}

int main(void)
{
    switch (any()) {
    case 1: return macro_true(any(), any());
    case 2: return macro_false(any(), any());
    case 3: return named_true(any());
    case 4: return named_false(any());
    case 5: return sum_true(any());
    case 6: return sum_false(any());
    case 7: return negated_true(any());
    case 8: return negated_false(any());
    case 9: return shift_true(any());
    case 10: return shift_false(any());
    case 11: return lines_true(any());
    case 12: return lines_false(any());
    case 13: return converted_true();
    case 14: return converted_false();
    }
    return 0;
}
