/* What came in less what went out is what is in stock. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned in = 0, out = 0, stock = 0;

    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 1: /* delivery */
            in += 10;
            stock += 10;
            break;
        case 2: /* sale */
            if (stock >= 3) {
                out += 3;
                stock -= 3;
            }
            break;
        case 3: /* returned */
            if (out > 0) {
                out--;
#ifdef BUG
                if (stock < 30)
#endif
                stock++;
            }
            break;
        }
    }
    assert(in - out == stock); // @unreachable assertion unless BUG
    return 0;
}
