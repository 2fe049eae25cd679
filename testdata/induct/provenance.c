/* Null plus an index names no object, whatever is added: an access through it ends the run, and
 * what lies behind is proved, through loops and memory, too. */
extern int __VERIFIER_nondet_int(void);
extern void *calloc(unsigned long, unsigned long);

struct edge {
    int from, to;
};
struct graph {
    struct edge *edges;
    char *name;
    int n;
};

int main(void)
{
    struct graph g;
    int i = 0, last = 0;
    g.n = __VERIFIER_nondet_int();
    if (g.n < 1 || g.n > 5)
        return 0;
    g.edges = calloc(g.n, sizeof *g.edges);
    g.name = 0;
    while (i < g.n) {
        struct edge *e = g.edges + i;
        e->from = i; // @reachable null-access
        last = i++;
    }
    last = 1 / (1 + last);                  // @unreachable division-by-zero
    g.name += __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int())
        *g.name = 1;                        // @reachable null-access foreign-access
    else
        return 0;
    return 1 / (last - last);               // @unreachable division-by-zero
}
