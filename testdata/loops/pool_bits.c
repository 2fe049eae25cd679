/* Blocks of a pool, one bit of a word for each that is in use. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define BLOCKS 10

static unsigned short used;
static int block[BLOCKS], taken;

static int allocate(void)
{
#ifdef BUG
    for (int i = 0; i <= BLOCKS; i++)
#else
    for (int i = 0; i < BLOCKS; i++)
#endif
        if (!(used >> i & 1)) {
            used |= (unsigned short)(1u << i);
            return i;
        }
    return -1;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int b = __VERIFIER_nondet_int();
        if (b < 0 || b >= BLOCKS) {
            b = allocate();
            if (b >= 0) {
                block[b] = 1; // @unreachable out-of-bounds unless BUG
                if (taken < BLOCKS)
                    taken++;
            }
        } else if (used >> b & 1) { // @unreachable shift
            used &= (unsigned short)~(1u << b); // @unreachable shift
            block[b] = 0; // @unreachable out-of-bounds
            if (taken > 0)
                taken--;
        }
        assert(taken >= 0 && taken <= BLOCKS); // @unreachable assertion
    }
    return 0;
}
