#include "catalogue.h"
#include <stdlib.h>

static int table[10];

static int over_true(int i)
{
    if (some())
        i = 10;
    else
        i = 3;
    return table[i]; // T over
}

static int over_false(int i)
{
    if (never())
        i = 10;
    else
        i = 3;
    return table[i]; // F over
}

static int under_true(int i)
{
    if (some())
        i = -1;
    else
        i = 3;
    return table[i]; // T under
}

static int under_false(int i)
{
    if (never())
        i = -1;
    else
        i = 3;
    return table[i]; // F under
}

static void heap_true(int i)
{
    char *p = malloc(4);
    if (p == NULL)
        return;
    if (some())
        i = 4;
    else
        i = 0;
    p[i] = 1; // T heap
    free(p);
}

static void heap_false(int i)
{
    char *p = malloc(4);
    if (p == NULL)
        return;
    if (never())
        i = 4;
    else
        i = 0;
    p[i] = 1; // F heap
    free(p);
}

static int element(int *p, int i)
{
    return p[i];
}

static int variable_true(int i)
{
    int x = 1;
    int *p = &x;
    if (some())
        i = 1;
    else
        i = 0;
    return p[i]; // T variable
}

static int variable_false(int i)
{
    int x = 1;
    int *p = &x;
    if (never())
        i = 1;
    else
        i = 0;
    return p[i]; // F variable
}

/* The element is outside the array and inside of what holds it. */
static struct { int before[4], inner[4]; } held;

static int held_true(int i)
{
    if (some())
        i = -1;
    else
        i = 3;
    return held.inner[i]; // T held
}

static int held_false(int i)
{
    if (never())
        i = -1;
    else
        i = 3;
    return held.inner[i]; // F held
}

static int *offset_true(int i)
{
    if (some())
        i = 12;
    else
        i = 10;
    return table + i; // T offset
}

static int *offset_false(int i)
{
    if (never())
        i = 12;
    else
        i = 10;
    return table + i; // F offset
}

int main(void)
{
    switch (any()) {
    case 1: return over_true(any());
    case 2: return over_false(any());
    case 3: return under_true(any());
    case 4: return under_false(any());
    case 5: heap_true(any()); break;
    case 6: heap_false(any()); break;
    case 7: return variable_true(any());
    case 8: return variable_false(any());
    case 9: return offset_true(any()) == table;
    case 10: return offset_false(any()) == table;
    case 11: return element(table, 2);
    case 12: return held_true(any());
    case 13: return held_false(any());
    }
    return 0;
}
