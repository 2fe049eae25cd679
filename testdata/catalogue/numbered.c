#include "catalogue.h"

/* clang's SARIF has the lines of this file, debug information those of the directive. */

static int first(int n)
{
#line 17 "numbered.c"
    return 8 / (n | 1);
}

static int zero_true(int n)
{
    if (some())
        n = 0;
    n++;
    n--;
    return 8 / n; // T directive
}

static int zero_false(int n)
{
    if (never())
        n = 0;
    return 8 / n; // F directive
}

int main(void)
{
    switch (any()) {
    case 1: return first(any());
    case 2: return zero_true(1);
    case 3: return zero_false(1);
    }
    return 0;
}
