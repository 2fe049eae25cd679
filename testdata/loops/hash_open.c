/* Open addressing with linear probing. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 8

static unsigned key[SIZE]; /* 0: free */
static int count;

static int find(unsigned k)
{
    unsigned h = k * 2654435761u % SIZE;
#ifdef BUG
    for (int i = 0; i < SIZE; i++, h++) {
#else
    for (int i = 0; i < SIZE; i++, h = (h + 1) % SIZE) {
#endif
        if (key[h] == k || key[h] == 0) // @unreachable out-of-bounds unless BUG
            return (int)h;
    }
    return -1;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned k = __VERIFIER_nondet_uint();
        if (k == 0)
            continue;
        int at = find(k);
        if (at < 0)
            continue;
        if (key[at] == 0) { // @unreachable out-of-bounds
            key[at] = k; // @unreachable out-of-bounds
            if (count < SIZE)
                count++;
        }
        assert(count <= SIZE); // @unreachable assertion
    }
    return 0;
}
