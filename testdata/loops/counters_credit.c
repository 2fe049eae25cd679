/* Credits of a flow control: granted = outstanding + free, always. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { GRANT = 12 };

int main(void)
{
    int outstanding = 0, free = GRANT, errors = 0;

    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event == 0)
            break;
        if (event == 1 && free > 0) {
            free--;
            outstanding++;
        } else if (event == 2 && outstanding > 0) {
            outstanding--;
            free++;
        } else if (event == 3 && outstanding >= 4) {
            outstanding -= 4;
#ifdef BUG
            free += 5;
#else
            free += 4;
#endif
            if (errors < 100)
                errors++;
        }
        assert(free + outstanding == GRANT); // @unreachable assertion unless BUG
        assert(100 / (1 + outstanding) > 0); // @unreachable assertion
    }
    return errors;
}
