/* Many readers or one writer. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int readers = 0, writer = 0, waiting = 0;

    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 1:
            if (!writer && !waiting && readers < 100)
                readers++;
            break;
        case 2:
            if (readers > 0)
                readers--;
            break;
        case 3:
#ifdef BUG
            if (readers % 8 < 1 && !writer)
#else
            if (readers < 1 && !writer)
#endif
                writer = 1, waiting = 0;
            else
                waiting = 1;
            break;
        case 4:
            writer = 0;
            break;
        }
        assert(readers >= 0 && readers <= 100); // @unreachable assertion
        assert(!(writer && readers)); // @unreachable assertion unless BUG
    }
    return 0;
}
