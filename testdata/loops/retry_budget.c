/* A budget of retries for all requests together. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int budget = 20, done = 0, failed = 0;

    while (__VERIFIER_nondet_int()) {
        int ok = 0, tries = 0;
        while (!ok && tries < 3) {
            ok = __VERIFIER_nondet_int() != 0;
            if (!ok) {
#ifdef BUG
                if (budget < 0)
#else
                if (budget == 0)
#endif
                    break;
                budget--;
                tries++;
            }
        }
        if (ok) {
            if (done < 1000)
                done++;
            if (budget < 20)
                budget++;
        } else if (failed < 1000) {
            failed++;
        }
        assert(budget >= 0 && budget <= 20); // @unreachable assertion unless BUG
        assert(tries <= 3); // @unreachable assertion
    }
    return done > failed;
}
