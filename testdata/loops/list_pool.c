/* A list whose nodes come from a pool and are linked by index. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define NODES 10
#define NONE (-1)

static struct { int value, next; } node[NODES];
static int used = 0, first = NONE;

static int push(int value)
{
    if (used == NODES)
        return 0;
    node[used].value = value; // @unreachable out-of-bounds
    node[used].next = first; // @unreachable out-of-bounds
#ifdef BUG
    first = ++used;
#else
    first = used++;
#endif
    return 1;
}

static int sum(void)
{
    unsigned total = 0;
    int steps = 0;
    for (int i = first; i != NONE && steps < NODES; i = node[i].next) { // @unreachable out-of-bounds
        total += (unsigned)node[i].value; // @unreachable out-of-bounds unless BUG
        steps++;
    }
    return total > 100;
}

int main(void)
{
    int big = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(__VERIFIER_nondet_int());
        else
            big |= sum();
    }
    assert(used <= NODES); // @unreachable assertion
    return big;
}
