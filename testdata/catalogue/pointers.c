#include "catalogue.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static int table[10], other[10];

static int order_true(int *p)
{
    int *q = table + 2;
    if (some())
        p = other;
    else
        p = table;
    return p < q; // T order
}

static int order_false(int *p)
{
    int *q = table + 2;
    if (never())
        p = other;
    else
        p = table;
    return p < q; // F order
}

static long difference_true(int *p)
{
    int *q = table + 2;
    if (some())
        p = other;
    else
        p = table;
    return p - q; // T difference
}

static long difference_false(int *p)
{
    int *q = table + 2;
    if (never())
        p = other;
    else
        p = table;
    return p - q; // F difference
}

static int dangling_true(void)
{
    int y = 1;
    int *p = &y;
    if (some()) {
        int x = 2;
        p = &x;
    }
    return p == NULL; // T dangling
}

static int dangling_false(void)
{
    int y = 1;
    int *p = &y;
    if (never()) {
        int x = 2;
        p = &x;
    }
    return p == NULL; // F dangling
}

static int one(int a) { return a + (a < 3); }

static int call_true(void)
{
    int (*f)(int) = one;
    if (some())
        f = NULL;
    return f(1); // T call
}

static int call_false(void)
{
    int (*f)(int) = one;
    if (never())
        f = NULL;
    return f(1); // F call
}

static int bool_true(void)
{
    bool b = false;
    if (some())
        *(unsigned char *)&b = 7;
    return b; // T bool
}

static int bool_false(void)
{
    bool b = false;
    if (never())
        *(unsigned char *)&b = 7;
    return b; // F bool
}

struct block { int v[8]; };
static union { int words[16]; char bytes[64]; } store;

static void copy_true(int k)
{
    if (k < 0 || k > 16)
        return;
    memcpy(store.bytes, store.bytes + k, 8); // T copy
}

static void copy_false(int k)
{
    if (k < 8 || k > 16)
        return;
    memcpy(store.bytes, store.bytes + k, 8); // F copy
}

static void assign_true(int k)
{
    struct block *p = (struct block *)store.words, *q = p;
    if (k >= 0 && k <= 8)
        q = (struct block *)(store.words + k);
    *p = *q; // T assign
}

static void assign_false(int k)
{
    struct block *p = (struct block *)store.words, *q = p;
    if (k == 8)
        q = (struct block *)(store.words + k);
    *p = *q; // F assign
}

int main(void)
{
    switch (any()) {
    case 1: return order_true(table);
    case 2: return order_false(table);
    case 3: return (int)difference_true(table);
    case 4: return (int)difference_false(table);
    case 5: return dangling_true();
    case 6: return dangling_false();
    case 7: return call_true();
    case 8: return call_false();
    case 9: return bool_true();
    case 10: return bool_false();
    case 11: copy_true(any()); break;
    case 12: copy_false(any()); break;
    case 13: assign_true(any()); break;
    case 14: assign_false(any()); break;
    }
    return 0;
}
