/* A door that must never move while it is locked. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { CLOSED, LOCKED, OPENING, OPEN, CLOSING };

int main(void)
{
    int state = CLOSED, motor = 0, bolt = 0;

    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event == 9)
            return 0;
        switch (state) {
        case CLOSED:
            if (event == 1) { state = OPENING; motor = 1; }
            if (event == 2) { state = LOCKED; bolt = 1; }
            break;
        case LOCKED:
            if (event == 3) { state = CLOSED; bolt = 0; }
            break;
        case OPENING:
            if (event == 4) { state = OPEN; motor = 0; }
            if (event == 5) state = CLOSING;
            break;
        case OPEN:
            if (event == 5) { state = CLOSING; motor = 1; }
            break;
        case CLOSING:
#ifdef BUG
            if (event == 6) { state = CLOSED; }
#else
            if (event == 6) { state = CLOSED; motor = 0; }
#endif
            if (event == 1) state = OPENING;
            break;
        default:
            assert(!"no such state"); // @unreachable assertion
        }
        assert(!(motor && bolt)); // @unreachable assertion unless BUG
        assert(bolt == (state == LOCKED)); // @unreachable assertion
    }
}
