/* A queue of heap blocks, taken at the front and put at the back. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct job { int id; struct job *next; };

static struct job *front, *back;

static void put(int id)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        return;
    j->id = id; // @unreachable null-access
    j->next = NULL;
    if (back)
        back->next = j; // @unreachable dead-access unless BUG
    else
        front = j;
    back = j;
}

static int get(void)
{
    struct job *j = front;
    if (!j)
        return -1;
    int id = j->id; // @unreachable dead-access
    front = j->next;
#ifdef BUG
    if (!front && id != 7)
#else
    if (!front)
#endif
        back = NULL;
    free(j); // @unreachable double-free
    return id;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(__VERIFIER_nondet_int());
        else
            get();
    }
    while (get() >= 0)
        ;
    return 0;
}
