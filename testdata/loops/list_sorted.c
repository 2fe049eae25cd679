/* Insertion into a sorted list of pooled nodes. */
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct node { int key; struct node *next; };

static struct node pool[6];

int main(void)
{
    struct node head = {-1, NULL};
    int used = 0;

    while (used < 6 && __VERIFIER_nondet_int()) {
        struct node *p = &head;
        struct node *fresh = &pool[used++]; // @unreachable out-of-bounds
        fresh->key = __VERIFIER_nondet_int() & 255; // @unreachable out-of-bounds
#ifdef BUG
        while (p->next && p->key < fresh->key) // @unreachable null-access
#else
        while (p->next && p->next->key < fresh->key) // @unreachable null-access
#endif
            p = p->next;
        fresh->next = p->next;
        p->next = fresh;
    }
    int last = -1;
    for (struct node *p = head.next; p; p = p->next) { // @unreachable null-access
        assert(last <= p->key); // @unreachable assertion unless BUG
        last = p->key;
    }
    return 0;
}
