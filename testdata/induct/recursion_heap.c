/* Recursion over heap blocks: what a call frees, and what it keeps. */
int __VERIFIER_nondet_int(void);
#include <stdlib.h>

struct node { int value; struct node *next; };

/* A list is made from its end. */
static struct node *make(int n)
{
    struct node *p;
    if (n <= 0)
        return 0;
    p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->value = n;
    p->next = make(n - 1);
    p->value = 1; // @unreachable dead-access
    return p;
}

/* A block that the callee frees is freed for the caller. */
static void drop(struct node *p, int n)
{
    if (n > 0) {
        drop(p, n - 1);
        return;
    }
    free(p);
}

int main(void)
{
    struct node *p = make(__VERIFIER_nondet_int());
    if (!p)
        return 0;
    p->value = 2; // @unreachable dead-access
    drop(p, 3);
    p->value = 4; // @reachable dead-access
    return 0;
}
