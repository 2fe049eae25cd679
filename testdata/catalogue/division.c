#include "catalogue.h"

static int divisor_true(int d)
{
    if (some())
        d = 0;
    else
        d = 3;
    return 100 / d; // T divisor
}

static int divisor_false(int d)
{
    if (never())
        d = 0;
    else
        d = 3;
    return 100 / d; // F divisor
}

static int remainder_true(int a, int d)
{
    if (some())
        d = 0;
    else
        d = 7;
    return a % d; // T remainder
}

static int remainder_false(int a, int d)
{
    if (never())
        d = 0;
    else
        d = 7;
    return a % d; // F remainder
}

static int constant_true(int a)
{
    if (some())
        return a / 0; // T constant
    return 0;
}

static int constant_false(int a)
{
    if (never())
        return a / 0; // F constant
    return 0;
}

int main(void)
{
    switch (any()) {
    case 1: return divisor_true(any());
    case 2: return divisor_false(any());
    case 3: return remainder_true(any(), any());
    case 4: return remainder_false(any(), any());
    case 5: return constant_true(any());
    case 6: return constant_false(any());
    }
    return 0;
}
