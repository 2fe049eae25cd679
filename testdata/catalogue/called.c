#include "catalogue.h"
#include <stdlib.h>
#include <string.h>

/* Errors inside of functions, reported where these are called, beside operations that cannot fail. */

static int part(int a, int b) { return a / b; } // T inside
static int other_part(int a, int b) { return a / b; } // F inside
static int load(const int *p) { return *p; } // T inside
static int other_load(const int *p) { return *p; } // F inside
static int at(const int *t, int i) { return t[i]; } // T inside
static int other_at(const int *t, int i) { return t[i]; } // F inside
static int sum(int a, int b) { return a + b; } // T inside
static int other_sum(int a, int b) { return a + b; } // F inside
static int many(int a, int b) { return a / b; }
static int used(const int *p) { return *p; } // T inside
static int other_used(const int *p) { return *p; } // F inside
static void copy(char *to, const char *from) { strcpy(to, from); } // T inside
static void other_copy(char *to, const char *from) { strcpy(to, from); } // F inside

static int divided(int n)
{
    if (n == 1)
        return 8 / n + part(3, some() ? 0 : 1); // T divide
    return 8 / 1 + other_part(3, never() ? 0 : 1); // F divide
}

static int often(int n)
{
    if (n == 1)
        return 8 / n + many(3, some() ? 0 : 1); // T often
    return many(8, 2);
}

static int loaded(int n)
{
    int x = n, *q = &x, *p = some() ? NULL : &x, *r = never() ? NULL : &x;
    if (n == 1)
        return load(p) + *q; // T null
    return other_load(r) + *q; // F null
}

static int indexed(int n)
{
    int t[4] = { 1, 2, 3, 4 }, u[4] = { 1, 2, 3, 4 };
    if (n == 1)
        return u[n] + at(t, some() ? 4 : 3); // T index
    return u[n & 3] + other_at(t, never() ? 4 : 3); // F index
}

static int added(int n)
{
    int k = n & 7;
    if (n == 1)
        return k + 1 + (sum(2147483647, some()) & 1); // T sum
    return k + 1 + (other_sum(2147483647, never()) & 1); // F sum
}

static int freed(int n)
{
    int x = n, *q = &x, *p = malloc(sizeof *p);
    if (p == NULL)
        return 0;
    *p = n;
    if (n == 1 ? some() : never())
        free(p);
    if (n == 1)
        return *q + used(p); // T freed
    return *q + other_used(p); // F freed
}

static int copied(int n)
{
    char a[4], b[4];
    if (n == 1)
        strcpy(b, "x"), copy(a, some() ? "long" : "abc"); // T copy
    else
        strcpy(b, "x"), other_copy(a, never() ? "long" : "abc"); // F copy
    return a[0] + b[0];
}

int main(void)
{
    int n = some() ? 1 : 2;
    switch (any()) {
    case 1: return divided(n);
    case 2: return loaded(n);
    case 3: return indexed(n);
    case 4: return added(n);
    case 5: return freed(n);
    case 6: return copied(n);
    case 7: return often(n);
    }
    return 0;
}
