/* Buckets that hold chains of entries from a pool. */
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

#define BUCKETS 4
#define ENTRIES 6

struct entry { int key, value; struct entry *next; };

static struct entry pool[ENTRIES], *bucket[BUCKETS];
static int used;

static unsigned slot(int key)
{
#ifdef BUG
    return (unsigned)key % (BUCKETS + 1);
#else
    return (unsigned)key % BUCKETS;
#endif
}

static struct entry *lookup(int key)
{
    struct entry *e = bucket[slot(key)]; // @unreachable out-of-bounds unless BUG
    while (e && e->key != key)
        e = e->next;
    return e;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct entry *e;
        if (used < 3 || __VERIFIER_nondet_int()) {
            key &= 3;
            e = bucket[key]; // @unreachable out-of-bounds
        } else {
            e = lookup(key);
        }
        if (e) {
            e->value++;
        } else if (used < ENTRIES) {
            e = &pool[used++]; // @unreachable out-of-bounds
            e->key = key & 3; // @unreachable null-access
            e->value = 0;
            e->next = bucket[e->key]; // @unreachable out-of-bounds
            bucket[e->key] = e; // @unreachable out-of-bounds
        }
    }
    return 0;
}
