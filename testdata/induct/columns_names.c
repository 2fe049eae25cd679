/* Names among the records of a pool, copied with a bound: a link beside a name is none of its
 * bytes, however long the name is. */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct item {
    struct item *next;
    int kind;
    char name[12];
};

static struct item *spare;

static int fill(struct item *all)
{
    for (int i = 127; i >= 0; i--) {
        all[i].next = spare;
        spare = &all[i];
    }
    return 0;
}

static struct item *take(const char *name)
{
    struct item *e = spare;
    if (!e)
        return NULL;
    spare = e->next;
    strncpy(e->name, name, sizeof e->name - 1);
    e->name[sizeof e->name - 1] = 0;
    e->kind = 1;
    return e;
}

static void give(struct item *e)
{
    e->next = spare;
    spare = e;
}

static void pool(void)
{
    struct item *all = calloc(128, sizeof *all);
    char line[40];
    if (!all)
        return;
    fill(all);
    while (__VERIFIER_nondet_int()) {
        for (int i = 0; i < 39; i++)
            line[i] = __VERIFIER_nondet_char();
        line[39] = 0;
        struct item *e = take(line);
        if (e) {
            e->kind++; // @unreachable null-access
            give(e);
        }
    }
    free(all);
}

/* Bytes behind a name that are more than those of the record: they reach the next one's link. */
static void longer(void)
{
    struct item *all = calloc(128, sizeof *all);
    unsigned n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    int one = 1;
    if (!all || n > 24 || k > 126)
        return;
    for (unsigned i = 0; i < 128; i++)
        all[i].next = NULL;
    memset(all[k].name, 1, n);
    if (all[k + 1].next)
        one = 0;
    (void)(1 / one); // @reachable division-by-zero
}

int main(void)
{
    pool();
    longer();
}
