/* A pointer to the link that leads to a node: what is written through it is a link, and no
 * part of a number beside it. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    unsigned long due;
    int kind;
    char name[12];
    struct node *next;
};

static struct node *pending;
static int first = 1, last;

static void insert(struct node **link, struct node *n)
{
    while (*link && (*link)->due < n->due)
        link = &(*link)->next;
    n->next = *link;
    *link = n;
}

static void kinds(void)
{
    for (int i = 0; i < __VERIFIER_nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return;
        n->due = (unsigned)__VERIFIER_nondet_int();
        n->kind = 1;
        insert(&pending, n);
    }
    for (struct node *n = pending; n; n = n->next)
        last = n->kind;
    (void)(1 / first); // @unreachable division-by-zero
}

/* A link that is not one: 4 bytes behind the start of a node, over its kind. */
static void over(void)
{
    struct node *n = malloc(sizeof *n), *m = malloc(sizeof *m);
    struct node **link = &pending;
    if (!n || !m)
        return;
    n->kind = m->kind = 1;
    if (__VERIFIER_nondet_int())
        link = (struct node **)((char *)n + 4 * (__VERIFIER_nondet_int() & 1));
    *link = m;
    (void)(1 / (n->kind - 1)); // @reachable division-by-zero
    if (n->kind != 1)
        (void)(1 / (m->kind - 1)); // @reachable division-by-zero
}

/* Two pointers of which one or the other is moved: not both into one object. */
static void moved(void)
{
    static int a[4] = {1, 1, 1, 1}, b[4] = {0, 0, 1, 1};
    int *p = __VERIFIER_nondet_int() ? a : b + 2;
    for (int i = 0; i < __VERIFIER_nondet_int() && i < 2; i++)
        p++;
    if (p != a + 1 && p != a)
        p -= 2;
    if (p - b == 1 || p - b == 2)
        (void)(1 / *p); // @reachable division-by-zero
}

/* A number that is the same as the offset of another pointer is no offset of it. */
static void lockstep(void)
{
    static char text[8] = "abcdefg", other[16];
    char *p = text;
    long i = 0;
    other[9] = 1;
    while (__VERIFIER_nondet_int() && i < 7) {
        p++;
        i++;
    }
    if (p[0] == 'h')
        return;
    (void)(1 / (1 - other[i + 8])); // @reachable division-by-zero
    (void)(1 / (1 - other[i]));     // @unreachable division-by-zero
}

int main(void)
{
    kinds();
    moved();
    lockstep();
    over();
    return 0;
}
