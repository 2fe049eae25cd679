/* What is easily proved of heap blocks and does not hold. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

struct node { int v; struct node *next; };

/* A block that is freed is gone, the others are not. */
static void one_of_many(void)
{
    struct node *all[8], *p;
    int n = 0;
    while (n < 8 && in()) {
        p = malloc(sizeof *p);
        if (p == NULL)
            return;
        p->v = n;
        all[n++] = p;
    }
    if (n > 2) {
        free(all[in() & 1]);
        all[2]->v = 1; // @unreachable dead-access
        all[1]->v = 1; // @reachable dead-access
    }
}

/* A field that only some blocks were given. */
static void half_filled(void)
{
    struct node *head = NULL, *p;
    while (in()) {
        p = malloc(sizeof *p);
        if (p == NULL)
            break;
        if (in())
            p->v = 1;
        p->next = head;
        head = p;
    }
    for (p = head; p != NULL; p = p->next) // @unreachable uninitialised-read
        if (p->v == 7) // @reachable uninitialised-read
            __VERIFIER_error(); // @reachable assertion
}

/* A new block is not an old one. */
static void fresh_blocks(void)
{
    struct node *last = NULL, *p;
    while (in()) {
        p = malloc(sizeof *p);
        if (p == NULL)
            return;
        p->v = 1;
        if (last != NULL) {
            if (p == last) // @unreachable dangling-pointer
                __VERIFIER_error(); // @unreachable assertion
            if (p != last)
                last->next = p; // @reachable reached
            last->v = 2; // @unreachable dead-access
            if (p->v != 1)
                __VERIFIER_error(); // @unreachable assertion
            if (last->v == 2)
                p->v = 3;
            if (p->v == 3)
                __VERIFIER_error(); // @reachable assertion
        }
        last = p;
    }
}

/* Freed twice by way of an alias. */
static void alias(void)
{
    struct node *kept = NULL, *p;
    while (in()) {
        p = malloc(sizeof *p);
        if (p == NULL)
            return;
        if (in())
            kept = p;
        if (in())
            free(p); // @unreachable double-free
        else if (in())
            free(kept); // @reachable double-free
    }
}

/* The address of a freed block may come back: comparing says nothing. */
static void same_address(void)
{
    struct node *p, *old = NULL;
    while (in()) {
        p = malloc(sizeof *p);
        if (p == NULL)
            return;
        if (p == old) // @reachable dangling-pointer
            __VERIFIER_error(); // @reachable assertion
        old = p;
        free(p);
    }
}

/* A list whose end is lost. */
static void cyclic(void)
{
    struct node *head = NULL, *p;
    int n = 0;
    while (n < 4 && in()) {
        p = malloc(sizeof *p);
        if (p == NULL)
            return;
        p->v = 0;
        p->next = head ? head : p;
        head = p;
        n++;
    }
    if (n > 0) {
        int turns = 0;
        for (p = head; p != NULL; p = p->next)
            if (++turns > n)
                __VERIFIER_error(); // @reachable assertion
    }
}

/* A local that a block still points to dies. */
static struct node *box;
static void lend(void)
{
    struct node local;
    local.v = 1;
    local.next = NULL;
    if (box != NULL && in())
        box->next->v = 4; // @reachable dead-access
    if (local.v != 1)
        __VERIFIER_error(); // @unreachable assertion
    box = malloc(sizeof *box);
    if (box == NULL)
        return;
    box->v = 0;
    box->next = &local;
    box->next->v = 2; // @unreachable dead-access
}

/* Blocks of one constructor that more ways lead to than are told apart. */
static struct node *made(int v)
{
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        exit(1);
    p->v = v;
    p->next = NULL;
    return p;
}

static void many_ways(void)
{
    struct node *a = made(1), *b;
    free(a);
    free(made(3));
    b = made(2);
    b->v = 2; // @unreachable dead-access
    if (in())
        a->v = 3; // @reachable dead-access
    a = made(1);
    if (a->v != 1)
        __VERIFIER_error(); // @unreachable assertion
    if (b->v != 2)
        __VERIFIER_error(); // @unreachable assertion
    free(a);
    b->v = 4; // @unreachable dead-access
    free(b);
    b->v = 5; // @reachable dead-access
}

int main(void)
{
    switch (in()) {
    case 1: one_of_many(); break;
    case 2: half_filled(); break;
    case 3: fresh_blocks(); break;
    case 4: alias(); break;
    case 5: same_address(); break;
    case 6: cyclic(); break;
    case 8: many_ways(); break;
    case 7:
        while (in()) {
            lend();
            if (box != NULL && box->next != NULL)
                box->next->v = 3; // @reachable dead-access
        }
        break;
    }
    return 0;
}
