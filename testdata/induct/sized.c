/* Heap blocks whose sizes are not known when the program is read. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
#define in() __VERIFIER_nondet_int()

static void filled(void)
{
    int n = in(), i, sum = 0;
    int *a, *b;
    __VERIFIER_assume(n > 0 && n < 100000);
    a = malloc((size_t)n * sizeof *a);
    if (a == NULL)
        return;
    b = a;
    for (i = 0; i < n; i++)
        b[i] = i; // @unreachable out-of-bounds
    for (i = 0; i <= n && in(); i++)
        sum ^= a[i]; // @reachable out-of-bounds
    for (i = 0; i < n; i++)
        sum ^= a[i]; // @unreachable dead-access
    free(a); // @unreachable double-free
    if (in())
        free(b); // @reachable double-free
}

/* What is in such a block is not followed, so nothing is known to be written. */
static void unwritten(void)
{
    int n = in();
    char *p;
    __VERIFIER_assume(n > 0 && n < 1000);
    p = malloc((size_t)n);
    if (p == NULL)
        return;
    if (*p == 'x') // @reachable uninitialised-read
        *p = 'y'; // @unreachable null-access
    free(p);
}

/* The size is that of the block, whatever becomes of the number. */
static void stale(void)
{
    int n = in(), i = 0;
    char *p;
    __VERIFIER_assume(n > 8 && n < 1000);
    p = calloc((size_t)n, 1);
    if (p == NULL)
        return;
    while (in()) {
        p[8] = 1; // @unreachable out-of-bounds
        if (i < n)
            p[i] = 1; // @reachable out-of-bounds
        if (in())
            n++;
        if (i < 2000)
            i++;
    }
    free(p);
}

/* One place, several sizes, one after the other. */
static void again(void)
{
    int n;
    for (n = 1; n < 50; n++) {
        char *p = malloc((size_t)n);
        if (p == NULL)
            continue;
        p[n - 1] = 0; // @unreachable out-of-bounds
        p[n / 2 + 1] = 0; // @reachable out-of-bounds
        free(p);
    }
}

/* Known sizes, but not one. */
static void twice(void)
{
    int n;
    for (n = 4; n <= 8; n += 4) {
        char *p = malloc((size_t)n);
        if (p != NULL)
            p[n - 1] = 0; // @unreachable out-of-bounds
    }
}

/* One place, many blocks, of sizes of their own. */
struct text { struct text *next; char *bytes; };

static void many(void)
{
    struct text *all = NULL, *t;
    char *last = NULL;
    while (in()) {
        int n = in();
        __VERIFIER_assume(n >= 4 && n < 64);
        t = malloc(sizeof *t);
        if (t == NULL)
            break;
        t->bytes = malloc((size_t)n);
        if (t->bytes == NULL) {
            free(t);
            break;
        }
        t->bytes[n - 1] = 0; // @unreachable out-of-bounds
        t->next = all;
        all = t;
        if (last != NULL)
            last[n - 1] = 0; // @reachable out-of-bounds
        last = t->bytes;
        last[3] = 0; // @unreachable out-of-bounds
        last[4] = 0; // @reachable out-of-bounds
    }
}

/* A function that calls itself makes blocks on both sides of a branch. */
static void deep(int n)
{
    char *p = NULL;
    if (n <= 0)
        return;
    if (in()) {
        p = malloc((size_t)n);
        if (p != NULL)
            p[n - 1] = 0; // @unreachable out-of-bounds
    }
    deep(n - 1);
    if (p != NULL)
        p[n] = 0; // @reachable out-of-bounds
    free(p);
}

static void large(void)
{
    int i;
    char *p = malloc(100000);
    if (p == NULL)
        return;
    for (i = 0; i < 100000; i++)
        p[i] = 1; // @unreachable out-of-bounds
    p[i] = 1; // @reachable out-of-bounds
    free(p);
}

static void grown(void)
{
    size_t room = 8, n = 0;
    char *p = malloc(room), *q;
    if (p == NULL)
        return;
    while (in()) {
        if (n == room) {
            if (room > 1000)
                break;
            q = realloc(p, room * 2);
            if (q == NULL)
                break;
            p = q;
            room *= 2;
        }
        p[n++] = 'a'; // @unreachable out-of-bounds
        p[n] = 0; // @reachable out-of-bounds
    }
    free(p);
}

/* One call, to which many ways lead: a size of none, a known one and one that is not
 * known. */
static void touch(size_t n)
{
    char *p = malloc(n);
    if (p == NULL)
        return;
    if (n > 0)
        p[n - 1] = 'x'; // @unreachable out-of-bounds
    if (in())
        p[n] = 'y'; // @reachable out-of-bounds
    free(p);
}

static void sizes(void)
{
    touch(0), touch(0), touch(0), touch(0);
    touch(3);
    touch((size_t)(in() & 31));
}

int main(void)
{
    switch (in()) {
    case 0: filled(); break;
    case 1: unwritten(); break;
    case 2: stale(); break;
    case 3: again(); break;
    case 4: many(); break;
    case 5: large(); break;
    case 6: twice(); break;
    case 7: deep(in()); break;
    case 8: sizes(); break;
    default: grown();
    }
    return 0;
}
