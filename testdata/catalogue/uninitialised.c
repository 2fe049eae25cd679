#include "catalogue.h"
#include <stdlib.h>
#include <string.h>

struct pair { int x, y; };

static int value_true(void)
{
    int x;
    if (!some())
        x = 1;
    return x; // T value
}

static int value_false(void)
{
    int x;
    if (!never())
        x = 1;
    return x; // F value
}

static int branch_true(void)
{
    int x;
    if (!some())
        x = 1;
    if (x) // T branch
        return 2;
    return 3;
}

static int branch_false(void)
{
    int x;
    if (!never())
        x = 1;
    if (x) // F branch
        return 2;
    return 3;
}

static int assign_true(void)
{
    int x, y;
    if (!some())
        x = 1;
    y = x; // T assign
    return y;
}

static int assign_false(void)
{
    int x, y;
    if (!never())
        x = 1;
    y = x; // F assign
    return y;
}

static int operand_true(int a)
{
    int x;
    if (!some())
        x = 1;
    return a ^ x; // T operand
}

static int operand_false(int a)
{
    int x;
    if (!never())
        x = 1;
    return a ^ x; // F operand
}

static int subscript_true(void)
{
    int t[4] = { 1, 2, 3, 4 };
    int x;
    if (!some())
        x = 1;
    return t[x]; // T subscript
}

static int subscript_false(void)
{
    int t[4] = { 1, 2, 3, 4 };
    int x;
    if (!never())
        x = 1;
    return t[x]; // F subscript
}

static int take(int x) { return x & 1; }

static int argument_true(void)
{
    int x;
    if (!some())
        x = 1;
    return take(x); // T argument
}

static int argument_false(void)
{
    int x;
    if (!never())
        x = 1;
    return take(x); // F argument
}

static int member_true(void)
{
    struct pair p;
    p.y = 2;
    if (!some())
        p.x = 1;
    return p.x; // T member
}

static int member_false(void)
{
    struct pair p;
    p.y = 2;
    if (!never())
        p.x = 1;
    return p.x; // F member
}

static int heap_true(void)
{
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 0;
    if (!some())
        *p = 1;
    int x = *p; // T heap
    free(p);
    return x;
}

static int heap_false(void)
{
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 0;
    if (!never())
        *p = 1;
    int x = *p; // F heap
    free(p);
    return x;
}

static int pointer_true(void)
{
    int y = 1;
    int *p;
    if (!some())
        p = &y;
    return *p; // T pointer
}

static int pointer_false(void)
{
    int y = 1;
    int *p;
    if (!never())
        p = &y;
    return *p; // F pointer
}

static size_t text_true(void)
{
    char s[4];
    if (!some())
        strcpy(s, "abc");
    return strlen(s); // T text
}

static size_t text_false(void)
{
    char s[4];
    if (!never())
        strcpy(s, "abc");
    return strlen(s); // F text
}

static int behind_true(const int *p)
{
    return *p; // T behind
}

static int behind_false(const int *p)
{
    return *p; // F behind
}

static int passed_true(void)
{
    int y, n = any();
    if (!some())
        y = 1;
    return behind_true(&y) + (n > 3); // T passed
}

static int passed_false(void)
{
    int y, n = any();
    if (!never())
        y = 1;
    return behind_false(&y) + (n > 3); // F passed
}

int main(void)
{
    switch (any()) {
    case 1: return value_true();
    case 2: return value_false();
    case 3: return branch_true();
    case 4: return branch_false();
    case 5: return assign_true();
    case 6: return assign_false();
    case 7: return operand_true(any());
    case 8: return operand_false(any());
    case 9: return subscript_true();
    case 10: return subscript_false();
    case 11: return argument_true();
    case 12: return argument_false();
    case 13: return member_true();
    case 14: return member_false();
    case 15: return heap_true();
    case 16: return heap_false();
    case 17: return pointer_true();
    case 18: return pointer_false();
    case 19: return (int)text_true();
    case 20: return (int)text_false();
    case 21: return passed_true();
    case 22: return passed_false();
    }
    return 0;
}
