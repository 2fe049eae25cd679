/* Interrupts may be masked more than once; handlers never run masked. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int masked, pending, handled;

static void mask(void)
{
    if (masked < 8)
        masked++;
}

static void unmask(void)
{
    if (masked > 0)
        masked--;
}

static void handle(void)
{
    assert(masked == 0); // @unreachable assertion unless BUG
    assert(pending > 0); // @unreachable assertion
    pending--;
    if (handled < 1000)
        handled++;
}

int main(void)
{
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0: mask(); break;
        case 1: unmask(); break;
        case 2:
            if (pending < 5)
                pending++;
            break;
        case 3:
#ifdef BUG
            while (pending > 0 && masked % 4 == 0)
#else
            while (pending > 0 && masked == 0)
#endif
                handle();
            break;
        case 4: return handled & 1;
        }
        assert(pending >= 0 && pending <= 5); // @unreachable assertion
    }
}
