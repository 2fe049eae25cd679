#include "catalogue.h"
#include <stdio.h>
#include <stdlib.h>

struct node { int pad[4]; int v; };

static int read_true(void)
{
    int x = 1;
    int *p = &x;
    if (some())
        p = NULL;
    return *p; // T read
}

static int read_false(void)
{
    int x = 1;
    int *p = &x;
    if (never())
        p = NULL;
    return *p; // F read
}

static void write_true(struct node *n)
{
    if (some())
        n = NULL;
    n->v = 1; // T write
}

static void write_false(struct node *n)
{
    if (never())
        n = NULL;
    n->v = 1; // F write
}

static void memory_true(void)
{
    int *p = malloc(sizeof *p);
    *p = 1; // T memory
    free(p);
}

static void memory_false(void)
{
    int *p = malloc(sizeof *p);
    if (p == NULL && !never())
        return;
    *p = 1; // F memory
    free(p);
}

static int file_true(void)
{
    FILE *f = fopen("data", "r");
    int c = fgetc(f); // T file
    fclose(f);
    return c;
}

static int file_false(void)
{
    FILE *f = fopen("data", "r");
    if (f == NULL && !never())
        return 0;
    int c = fgetc(f); // F file
    fclose(f);
    return c;
}

static int fixed_true(void)
{
    int x = 1;
    int *p = &x;
    if (some())
        p = (int *)1234567;
    return *p; // T fixed
}

static int fixed_false(void)
{
    int x = 1;
    int *p = &x;
    if (never())
        p = (int *)1234567;
    return *p; // F fixed
}

static int *sum_true(int *p, int i)
{
    if (some())
        p = NULL;
    return p + i; // T sum
}

static int *sum_false(int *p, int i)
{
    if (never())
        p = NULL;
    return p + i; // F sum
}

static int callee_of(int *p)
{
    return *p; // T passed
}

static int other_callee_of(int *p)
{
    return *p; // F passed
}

static int printed_true(char *s)
{
    if (some())
        s = NULL;
    return printf("%s", s); // T text
}

static int printed_false(char *s)
{
    if (never())
        s = NULL;
    return printf("%s", s); // F text
}

int main(void)
{
    struct node n = { { 0 }, 0 };
    int x = 1;
    switch (any()) {
    case 1: return read_true();
    case 2: return read_false();
    case 3: write_true(&n); break;
    case 4: write_false(&n); break;
    case 5: memory_true(); break;
    case 6: memory_false(); break;
    case 7: return file_true();
    case 8: return file_false();
    case 9: return fixed_true();
    case 10: return fixed_false();
    case 11: return sum_true(&x, 1) != NULL;
    case 12: return sum_false(&x, 1) != NULL;
    case 13: return callee_of(some() ? NULL : &x);
    case 14: return other_callee_of(never() ? NULL : &x);
    case 15: return printed_true("one");
    case 16: return printed_false("two");
    }
    return 0;
}
