/* One counter runs twice as fast as the other. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int slot[40];

int main(void)
{
    int pairs = 0, items = 0;

    while (pairs < 20 && __VERIFIER_nondet_int()) {
        slot[items] = pairs; // @unreachable out-of-bounds unless BUG
        slot[items + 1] = -pairs; // @unreachable out-of-bounds unless BUG
#ifdef BUG
        items += pairs == 7 ? 3 : 2;
#else
        items += 2;
#endif
        pairs++;
        if (__VERIFIER_nondet_int() && pairs > 0) {
            pairs--;
            items -= 2;
        }
    }
    assert(items == 2 * pairs); // @unreachable assertion unless BUG
    return 0;
}
