/* Blocks in which fields and the elements of an array stand side by side. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

struct index { unsigned size; short first[64]; };

/* The bytes behind the fields are written at unknown offsets, which divides
 * them into bytes; the fields stay whole. */
struct coder {
    unsigned short used;
    unsigned char bits;
    struct index *index;
    unsigned char buffer[];
};

static struct coder *coder(void)
{
    struct coder *c = malloc(sizeof *c + 64);
    if (c == NULL)
        return NULL;
    c->used = 0;
    c->bits = 3;
    c->index = malloc(sizeof *c->index);
    if (c->index == NULL) {
        free(c);
        return NULL;
    }
    c->index->size = 64;
    return c;
}

static void tail(void)
{
    struct coder *c = coder();
    if (c == NULL)
        return;
    while (in()) {
        if (c->used < 64)
            c->buffer[c->used++] = in(); // @unreachable out-of-bounds
        if (c->index->size > 64) // @unreachable null-access
            __VERIFIER_error(); // @unreachable assertion
        if (c->bits != 3) // @unreachable uninitialised-read
            __VERIFIER_error(); // @unreachable assertion
        c->index->first[c->index->size - 1] = 1; // @unreachable out-of-bounds
        if (c->index->first[c->used & 63]) // @reachable uninitialised-read
            c->used &= 63;
    }
    if (c->used > 0)
        c->buffer[c->used] = 0; // @reachable out-of-bounds
    free(c->index); // @unreachable bad-free
    free(c);
}

/* A field may be null where it is freed. */
struct entry { char *name, *value; struct entry *next; };

static void entries(void)
{
    struct entry *list = NULL, *e;
    while (in()) {
        e = malloc(sizeof *e);
        if (e == NULL)
            break;
        e->name = in() ? malloc(8) : NULL;
        e->value = in() ? malloc(16) : NULL;
        if (e->name == NULL) {
            free(e->value); // @unreachable bad-free
            free(e);
            continue;
        }
        e->next = list;
        list = e;
    }
    for (e = list; e != NULL; e = e->next) // @unreachable dead-access
        if (e->name == NULL) // @unreachable uninitialised-read
            __VERIFIER_error(); // @unreachable assertion
}

/* What a function returns has a part that was never written. */
struct pair { long first, second; };

static struct pair halves(int depth)
{
    struct pair p;
    if (depth > 0 && in())
        return halves(depth - 1);
    p.first = depth;
    if (in())
        p.second = 1;
    return p;
}

static void parts(int n)
{
    struct pair p = halves(n);
    if (p.first > n) // @unreachable uninitialised-read
        __VERIFIER_error();
    if (p.second) // @reachable uninitialised-read
        __VERIFIER_error();
}

/* A pointer names one of two blocks, and what is written there is written to no
 * other; one that names a block or nothing names the block behind a write. */
static void either(void)
{
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b), *p;
    if (a == NULL || b == NULL)
        return;
    *a = *b = 0;
    while (in()) {
        p = in() ? a : b;
        *p = 1;
        if (*a != *b)
            __VERIFIER_error(); // @reachable assertion
    }
    p = in() ? a : NULL;
    *p = 2; // @reachable null-access
    if (*a != 2)
        __VERIFIER_error(); // @unreachable assertion
}

/* A block that only a run which has failed before would make is no part of the
 * loop, but certificates come by it: there, the failure is an assumption. */
static void unmade(void)
{
    int made = 0;
    while (in()) {
        if (in() == 7) {
            int *nothing = NULL, *block;
            *nothing = 1; // @reachable null-access
            block = malloc(sizeof *block);
            if (block != NULL)
                *block = 1;
            made++;
        }
        if (made > 0)
            __VERIFIER_error(); // @unreachable assertion
    }
}

/* What was never written in one of many blocks is any value. */
static void untouched(void)
{
    while (in()) {
        struct pair *p = malloc(sizeof *p);
        struct entry *e = malloc(sizeof *e);
        if (p == NULL || e == NULL)
            return;
        if (p->first == 7) // @reachable uninitialised-read
            __VERIFIER_error(); // @reachable assertion
        if (e->next != NULL) // @reachable uninitialised-read
            __VERIFIER_error(); // @reachable assertion
        p->second = 1;
        if (p->second != 1) // @unreachable uninitialised-read
            __VERIFIER_error(); // @unreachable assertion
    }
}

int main(void)
{
    int n = in();
    switch (in()) {
    case 0: tail(); break;
    case 1: entries(); break;
    case 2: either(); break;
    case 3: unmade(); break;
    case 4: untouched(); break;
    default: parts(n & 15);
    }
    return 0;
}
