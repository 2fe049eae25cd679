/* A number that is as wide as an address is copied from node to node: which block the
 * cell holds an address in, nothing reads, also where the number comes from what an
 * access that fails would give. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next, *child;
    double value;
    char *name;
};

static struct node *make(void)
{
    struct node *n = malloc(sizeof *n);
    if (n)
        memset(n, 0, sizeof *n);
    return n;
}

static void drop(struct node *n)
{
    while (n) {
        struct node *next = n->next; // @unreachable null-access
        if (n->child)
            drop(n->child);
        if (n->name)
            free(n->name);
        free(n);
        n = next;
    }
}

static struct node *copy(const struct node *from)
{
    struct node *n = make();
    if (!n)
        return NULL;
    n->value = from->value; // @unreachable null-access
    if (from->child) {
        n->child = copy(from->child);
        if (!n->child) {
            drop(n);
            return NULL;
        }
    }
    return n;
}

int main(void)
{
    struct node *list = NULL;
    int c;
    while ((c = getchar()) != EOF) {
        struct node *n = make();
        if (!n)
            return 1;
        n->value = c; // @unreachable null-access
        n->child = list;
        list = n;
        if (c == 'c') {
            struct node *other = copy(list);
            drop(list);
            list = other;
        }
    }
    drop(list);
    return 0;
}
