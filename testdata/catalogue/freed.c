#include "catalogue.h"
#include <stdlib.h>

static int use_true(void)
{
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 0;
    *p = 1;
    if (some())
        free(p);
    return *p; // T use
}

static int use_false(void)
{
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 0;
    *p = 1;
    if (never())
        free(p);
    return *p; // F use
}

static void twice_true(void)
{
    char *p = malloc(4);
    if (some())
        free(p);
    free(p); // T twice
}

static void twice_false(void)
{
    char *p = malloc(4);
    if (never())
        free(p);
    free(p); // F twice
}

static void variable_true(void)
{
    char buf[4];
    char *p = malloc(4);
    if (some())
        p = buf;
    free(p); // T variable
}

static void variable_false(void)
{
    char buf[4];
    char *p = malloc(4);
    if (never())
        p = buf;
    free(p); // F variable
}

static void middle_true(void)
{
    char *p = malloc(4);
    if (p == NULL)
        return;
    if (some())
        p++;
    free(p); // T middle
}

static void middle_false(void)
{
    char *p = malloc(4);
    if (p == NULL)
        return;
    if (never())
        p++;
    free(p); // F middle
}

static int scope_true(void)
{
    int y = 1;
    int *p = &y;
    if (some()) {
        int x = 2;
        p = &x;
    }
    return *p; // T scope
}

static int scope_false(void)
{
    int y = 1;
    int *p = &y;
    if (never()) {
        int x = 2;
        p = &x;
    }
    return *p; // F scope
}

static char *returned_true(void)
{
    char *p = malloc(4);
    if (p == NULL)
        return NULL;
    if (some())
        free(p);
    return p; // T returned
}

static char *returned_false(void)
{
    char *p = malloc(4);
    if (p == NULL)
        return NULL;
    if (never())
        free(p);
    return p; // F returned
}

static int literal_true(void)
{
    char buf[] = "abc";
    char *p = buf;
    if (some())
        p = "abc";
    p[0] = 'x'; // T literal
    return buf[0];
}

static int literal_false(void)
{
    char buf[] = "abc";
    char *p = buf;
    if (never())
        p = "abc";
    p[0] = 'x'; // F literal
    return buf[0];
}

static const char fixed[4] = "abc";

static int constant_true(void)
{
    char buf[] = "abc";
    char *p = buf;
    if (some())
        p = (char *)fixed;
    p[0] = 'x'; // T constant
    return buf[0];
}

static int constant_false(void)
{
    char buf[] = "abc";
    char *p = buf;
    if (never())
        p = (char *)fixed;
    p[0] = 'x'; // F constant
    return buf[0];
}

int main(void)
{
    switch (any()) {
    case 1: return use_true();
    case 2: return use_false();
    case 3: twice_true(); break;
    case 4: twice_false(); break;
    case 5: variable_true(); break;
    case 6: variable_false(); break;
    case 7: middle_true(); break;
    case 8: middle_false(); break;
    case 9: return scope_true();
    case 10: return scope_false();
    case 11: returned_true(); break;
    case 12: returned_false(); break;
    case 13: return literal_true();
    case 14: return literal_false();
    case 15: return constant_true();
    case 16: return constant_false();
    }
    return 0;
}
