/* A program with an allocator of its own: what the library allocates for the program comes
 * from there. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void here(void) { }

static char pool[256] __attribute__((aligned(16)));
static size_t top, calls;
static void *given;

void *malloc(size_t n)
{
    calls++;
    if (n > sizeof pool - top)
        return NULL;
    void *p = pool + top;
    top += (n + 15) / 16 * 16;
    return p;
}

void free(void *p) { given = p; }

static int inside(const char *p) { return p >= pool && p < pool + sizeof pool; }

int main(void)
{
    char text[300], *q;
    char *p = strdup("abc");
    if (p != pool || strcmp(p, "abc") != 0 || calls != 1)
        here(); // @unreachable
    free(p);
    if (given != p)
        here(); // @unreachable
    p = strndup("abcdef", 2);
    if (p == NULL || !inside(p) || strlen(p) != 2)
        here(); // @unreachable
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    if (strdup(text) != NULL)
        here(); // @unreachable
    if (calls != 3)
        here(); // @unreachable
    if (calls == 3)
        here(); // @reachable
    /* How often it allocates is the library's business. */
    if (asprintf(&q, "%d", 12) == 2 && calls == 5)
        here(); // @undecided
    return 0;
}
