#include "catalogue.h"
#include <math.h>

static int narrow_true(int a)
{
    if (a < 0)
        return 0;
    signed char c = a; // T narrow
    return c;
}

static int narrow_false(int a)
{
    if (a < 0 || a > 100)
        return 0;
    signed char c = a; // F narrow
    return c;
}

static int whole_true(double d)
{
    if (some())
        d = 1e30;
    else
        d = 2.5;
    return (int)d; // T whole
}

static int whole_false(double d)
{
    if (never())
        d = 1e30;
    else
        d = 2.5;
    return (int)d; // F whole
}

static double ratio_true(double a)
{
    double b = 2;
    if (some())
        b = 0;
    if (a < 1 || a > 2)
        return 0;
    return a / b; // T ratio
}

static double ratio_false(double a)
{
    double b = 2;
    if (never())
        b = 0;
    if (a < 1 || a > 2)
        return 0;
    return a / b; // F ratio
}

static double root_true(double a)
{
    double b = 1;
    if (some())
        a = b = 0;
    else
        a = 1;
    return a / b; // T nan
}

static double root_false(double a)
{
    double b = 1;
    if (never())
        a = b = 0;
    else
        a = 1;
    return a / b; // F nan
}

int main(void)
{
    double d = 1.5;
    switch (any()) {
    case 1: return narrow_true(any());
    case 2: return narrow_false(any());
    case 3: return whole_true(d);
    case 4: return whole_false(d);
    case 5: return ratio_true(d) > 1;
    case 6: return ratio_false(d) > 1;
    case 7: return root_true(d) > 1;
    case 8: return root_false(d) > 1;
    }
    return 0;
}
