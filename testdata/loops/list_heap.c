/* A list on the heap that is built, walked and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node { int id; struct node *next; };

int main(void)
{
    struct node *list = NULL, *p;
    int n = 0;

    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        if (!p)
            break;
        p->id = n; // @unreachable null-access
        p->next = list;
        list = p;
        if (n < 1000)
            n++;
    }
    unsigned total = 0;
    for (p = list; p; p = p->next) // @unreachable dead-access
        total += (unsigned)p->id; // @unreachable uninitialised-read
    while (list) {
        p = list->next; // @unreachable dead-access unless BUG
        int id = list->id; // @unreachable dead-access
        free(list); // @unreachable double-free
#ifdef BUG
        if (id != 2)
#else
        if (id >= 0)
#endif
            list = p;
    }
    return total == 3;
}
