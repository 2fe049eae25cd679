#include "catalogue.h"
#include <assert.h>

static void assert_true(int x)
{
    assert(x != 7); // T assert
}

static void assert_false(int x)
{
    if (never())
        x = 7;
    else
        x = 6;
    assert(x != 7); // F assert
}

/* Only the second of the two fails. */
static void asserts(int x, int y)
{
    assert(y == y); assert(x != 8); // T second; F first
}

static int place_true(int x)
{
    if (some())
        x = x ^ 1; // T place
    return x;
}

static int place_false(int x)
{
    if (never())
        x = x ^ 1; // F place
    return x;
}

int main(void)
{
    switch (any()) {
    case 1: assert_true(any()); break;
    case 2: assert_false(any()); break;
    case 3: asserts(any(), any()); break;
    case 6: return place_true(any());
    case 7: return place_false(any());
    }
    return 0;
}
