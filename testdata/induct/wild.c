/* What an unwritten pointer holds names no object: an access through it ends the run, and
 * what lies behind is proved. It may be null, and it may be equal to anything. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
    int v;
    struct node *next;
};

static int a[8];

static int compared(struct node *p, struct node *q)
{
    if (p == q)
        return a[0] / (__VERIFIER_nondet_int() & 1); // @reachable division-by-zero
    return p ? 1 : 0;
}

int main(void)
{
    int i = 0;
    struct node *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (!p)
            return 0;
        p->v = i;
        if (__VERIFIER_nondet_int())
            p->next = last;
        last = p;
        if (last->next && __VERIFIER_nondet_int()) {
            last = last->next;
            a[i] += last->v; // @unreachable out-of-bounds
        }
        if (i < 7)
            i++;
        a[i] = 1; // @unreachable out-of-bounds
    }
    struct node *wild;
    if (__VERIFIER_nondet_int())
        return compared(wild, last);
    wild->v = 5;      // @reachable null-access
    return 1 / (i - i); // @unreachable division-by-zero
}
