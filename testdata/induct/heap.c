/* Lists in the heap: one place makes many blocks. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

struct node { int id; int prio; struct node *next; };
static struct node *head;
static int count;

static int insert(int id)
{
    struct node *n, **pp;
    if (count >= 16)
        return 0;
    n = malloc(sizeof *n);
    if (n == NULL)
        return 0;
    n->id = id; // @unreachable null-access
    n->prio = in();
    for (pp = &head; *pp != NULL && (*pp)->prio >= n->prio; pp = &(*pp)->next) // @unreachable dead-access
        ;
    n->next = *pp; // @unreachable dead-access
    *pp = n; // @unreachable out-of-bounds
    count++; // @unreachable signed-overflow
    return 1;
}

static void delete(int id)
{
    struct node **pp, *victim;
    for (pp = &head; *pp != NULL; pp = &(*pp)->next) {
        if ((*pp)->id == id) { // @unreachable uninitialised-read
            victim = *pp;
            *pp = victim->next; // @unreachable dead-access
            free(victim); // @unreachable double-free
            count--; // @unreachable signed-overflow
            return;
        }
    }
}

static int average(void)
{
    long sum = 0;
    int n = 0;
    struct node *j;
    for (j = head; j != NULL; j = j->next) { // @unreachable dangling-pointer
        sum += j->prio; // @unreachable signed-overflow
        n++; // @unreachable signed-overflow
    }
    if (head == NULL)
        return 0;
    return (int)(sum / n); // @unreachable division-by-zero
}

static int top(void)
{
    if (count == 0)
        return -1;
    return head->id; // @unreachable null-access
}

int main(void)
{
    while (in()) {
        switch (in()) {
        case 1: insert(in()); break;
        case 2: delete(in()); break;
        case 3: average(); break;
        case 4: top(); break;
        }
    }
    while (head != NULL) {
        struct node *j = head;
        head = j->next; // @unreachable dead-access
        free(j); // @unreachable double-free
    }
    return 0;
}
