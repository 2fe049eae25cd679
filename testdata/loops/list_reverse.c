/* Reverses a list of static nodes again and again. */
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct node { int id; struct node *next; };

static struct node n[4] = {{0, &n[1]}, {1, &n[2]}, {2, &n[3]}, {3, NULL}};

static struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    while (list) {
        struct node *rest = list->next; // @unreachable null-access
        list->next = done;
        done = list;
        list = rest;
    }
    return done;
}

int main(void)
{
    struct node *head = &n[0];
    int turns = 0;

    while (__VERIFIER_nondet_int()) {
#ifdef BUG
        head = reverse(head->next);
#else
        head = reverse(head);
#endif
        turns = !turns;
        assert(head != NULL); // @unreachable assertion unless BUG
    }
    assert(head->id == 0 || head->id == 3); // @unreachable assertion unless BUG
    return turns;
}
