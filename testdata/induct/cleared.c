/* Blocks that are cleared where their allocation succeeds: where it fails no block is
 * left that was not, so what they hold is known without a fact about all blocks. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

struct item { struct item *next, *child; char *text; };
static void *(*allocate)(size_t) = malloc;
static struct item *trap, *list;

static struct item *make(void)
{
    struct item *p = allocate(sizeof *p);
    if (p)
        memset(p, 0, sizeof *p); // @unreachable dead-access
    return p;
}

/* Some blocks are not cleared. */
static struct item *make_trap(void)
{
    struct item *p = malloc(sizeof *p);
    if (p && in())
        memset(p, 0, sizeof *p);
    return p;
}

static void drop(struct item *item)
{
    while (item) {
        struct item *next = item->next; // @unreachable uninitialised-read
        if (item->child) // @unreachable uninitialised-read
            drop(item->child);
        free(item->text); // @unreachable bad-free
        free(item); // @unreachable double-free
        item = next;
    }
}

int main(void)
{
    while (in()) {
        struct item *p = make(), *q;
        if (!p)
            break;
        p->next = list; // @unreachable null-access
        list = p;
        q = make_trap();
        if (!q)
            break;
        q->next = trap;
        trap = q;
    }
    for (struct item *q = trap; q; q = q->next) // @unreachable dead-access
        if (q->child) // @reachable uninitialised-read
            return 1;
    drop(list);
    return 0;
}
