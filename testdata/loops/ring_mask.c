/* Free-running indices, masked only at the access. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define CAP 8u
#define MASK (CAP - 1)

static int queue[CAP];

int main(void)
{
    unsigned rd = 0, wr = 0;

    while (__VERIFIER_nondet_int()) {
        unsigned n = __VERIFIER_nondet_uint() % 3;
#ifdef BUG
        if (wr - rd < CAP + 1 && n == 1)
#else
        if (wr - rd < CAP && n == 1)
#endif
            queue[wr++ & MASK] = 1; // @unreachable out-of-bounds
        if (n == 2 && rd != wr)
            queue[rd++ & MASK] = 0; // @unreachable out-of-bounds
        assert(wr - rd <= CAP); // @unreachable assertion unless BUG
    }
    return 0;
}
