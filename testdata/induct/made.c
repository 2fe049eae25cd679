/* Blocks of functions that the program allocates with: records and texts are different
 * objects, though one call makes them all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry { char *key; struct entry *next; };
struct table { char *name; int used; struct entry *first; };

static void fatal(const char *what)
{
    fprintf(stderr, "error: %s (%d)\n", what, 1);
    exit(1);
}

static void *need(size_t n)
{
    void *p = calloc(1, n);
    if (!p)
        fatal("out of memory");
    return p;
}

static char *copy(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(need(n), s, n);
}

static struct table *table(const char *name)
{
    struct table *t = need(sizeof *t);
    t->name = copy(name);
    return t;
}

static void add(struct table *t, const char *key)
{
    struct entry *e = need(sizeof *e);
    e->key = copy(key);
    e->next = t->first;
    t->first = e;
    if (t->used < 1000)
        t->used++;
}

int main(int argc, char **argv)
{
    struct table *t = table("all");
    for (int i = 1; i < argc; i++) {
        add(t, argv[i]);
        add(t, "word");
    }
    (void)(1 / (t->used + 1)); // @unreachable division-by-zero
    char first = t->name[0]; // @unreachable null-access
    if (t->first)
        (void)(1 / (t->first->key[0] + 300)); // @unreachable null-access
    (void)(1 / (first - 'a')); // @reachable division-by-zero
}
