#include "catalogue.h"
#include <stdlib.h>

/* Releases inside of functions, reported where these are called. */

static void first(int *p) { free(p); } // T release

static void second(int *p)
{
    if (p)
        free(p); // F release
}

static void third(int *p) { second(p); }

static void fourth(int *p)
{
    if (never())
        free(p);
}

static void wrapper_true(void)
{
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (some())
        free(p);
    first(p), free(q); // T wrapper
}

static void wrapper_false(void)
{
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (never())
        free(p);
    third(p), free(q); // F wrapper
}

static void hidden_false(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    fourth(p); // F wrapper
}

int main(void)
{
    switch (any()) {
    case 1: wrapper_true(); break;
    case 2: wrapper_false(); break;
    case 3: hidden_false(); break;
    }
    return 0;
}
