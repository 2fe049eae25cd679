/* The links of lists in a table, beside a number: what a link of the table or of a block leads
 * to, walked with a pointer to links, from which
 * a block is taken. A pointer to a link is at the start of a block, or at one of the links of
 * the table and not at the number behind them, which certificates have to know, too. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct entry { struct entry *next; int value; char key[32]; };
struct map { struct entry *bucket[31]; unsigned long size; };

static struct entry **find(struct map *m, unsigned h, int value)
{
    struct entry **link = &m->bucket[h % 31];

    while (*link != NULL) { // @unreachable out-of-bounds
        struct entry *e = *link;
        if (e->value == value) // @unreachable null-access @unreachable foreign-access
            return link;
        link = &e->next;
    }
    return link;
}

int main(void)
{
    struct map m;

    memset(&m, 0, sizeof m);
    for (int i = __VERIFIER_nondet_int() & 255; i > 0; i--) {
        struct entry **link = find(&m, (unsigned)__VERIFIER_nondet_int(), i);

        if (*link != NULL) {
            struct entry *e = *link;
            *link = e->next; // @unreachable null-access
            m.size--;
        } else {
            struct entry *e = malloc(sizeof *e);
            if (e == NULL)
                return 1;
            e->value = i;
            e->next = m.bucket[0];
            m.bucket[0] = e; // @unreachable null-access
            m.size++;
        }
    }
    return m.bucket[3] != NULL;
}
