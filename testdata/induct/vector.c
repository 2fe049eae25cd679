/* A vector that grows, with its header in the same block. */
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

struct vector {
    unsigned n, room;
    int at[];
};

static struct vector *push(struct vector *v, int x)
{
    if (v == NULL || v->n == v->room) {
        unsigned room = v ? v->room * 2 : 4;
        struct vector *w;
        if (room > 1u << 20)
            return v;
        w = realloc(v, sizeof *w + room * sizeof *w->at);
        if (w == NULL)
            return v;
        if (v == NULL)
            w->n = 0;
        w->room = room;
        v = w;
    }
    v->at[v->n++] = x; // @unreachable out-of-bounds
    return v;
}

int main(void)
{
    struct vector *v = NULL;
    unsigned i;
    int sum = 0;
    while (in())
        v = push(v, in());
    if (v == NULL)
        return 0;
    for (i = 0; i < v->n; i++)
        sum ^= v->at[i]; // @unreachable uninitialised-read
    printf("%d\n", sum);
    free(v);
    return 0;
}
