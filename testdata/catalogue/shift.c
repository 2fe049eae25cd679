#include "catalogue.h"
#include <stdint.h>

static int amount_true(int a, int k)
{
    if (some())
        k = 40;
    else
        k = 4;
    return a >> k; // T amount
}

static int amount_false(int a, int k)
{
    if (never())
        k = 40;
    else
        k = 4;
    return a >> k; // F amount
}

static int negative_true(int a, int k)
{
    if (some())
        k = -1;
    else
        k = 4;
    return a >> k; // T negative
}

static int negative_false(int a, int k)
{
    if (never())
        k = -1;
    else
        k = 4;
    return a >> k; // F negative
}

/* Bits that an unsigned value loses are no error. */
static uint32_t left_true(uint32_t x, int k)
{
    return x << k; // T left
}

static uint32_t left_false(uint32_t x, int k)
{
    if (k < 0 || k > 31)
        return 0;
    return x << k; // F left
}

static uint32_t cast_false(int x)
{
    return (uint32_t)x << 24; // F left
}

static uint64_t wide_false(uint64_t w)
{
    w <<= 40; // F left
    return w;
}

static int value_true(int x)
{
    if (x < 0)
        return 0;
    return x << 4; // T value
}

static uint32_t value_false(uint32_t x)
{
    return x << 4; // F value
}

int main(void)
{
    switch (any()) {
    case 1: return amount_true(any(), any());
    case 2: return amount_false(any(), any());
    case 3: return negative_true(any(), any());
    case 4: return negative_false(any(), any());
    case 5: return (int)left_true((uint32_t)any(), any());
    case 6: return (int)left_false((uint32_t)any(), any());
    case 7: return (int)cast_false(any());
    case 8: return (int)wide_false((uint64_t)any());
    case 9: return value_true(any());
    case 10: return (int)value_false((uint32_t)any());
    }
    return 0;
}
