/* Tries again with a delay that doubles up to a limit. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int attempt(void) { return __VERIFIER_nondet_int() != 0; }

int main(void)
{
    unsigned delay = 1, waited = 0;

    while (!attempt()) {
        waited += delay;
#ifdef BUG
        if (delay <= 1024)
#else
        if (delay < 1024)
#endif
            delay *= 2;
        if (__VERIFIER_nondet_int())
            delay = 1;
        assert(delay >= 1 && delay <= 1024); // @unreachable assertion unless BUG
        unsigned steps = 4096 / delay; // @unreachable division-by-zero
        assert(steps >= 4); // @unreachable assertion
    }
    return waited == 0;
}
