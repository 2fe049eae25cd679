/* Two locks that are always taken in the same order. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int a, b, waiting;

static void lock(int *l)
{
    assert(*l == 0); // @unreachable assertion unless BUG
    *l = 1;
}

static void unlock(int *l)
{
    assert(*l == 1); // @unreachable assertion
    *l = 0;
}

static void transfer(void)
{
    lock(&a);
    if (waiting > 2) {
        unlock(&a);
        return;
    }
    lock(&b);
    waiting++;
    if (__VERIFIER_nondet_int()) {
        unlock(&b);
        unlock(&a);
        return;
    }
#ifdef BUG
    if (waiting < 3)
#endif
    unlock(&b);
    waiting = 0;
    unlock(&a);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        transfer();
        assert(!a); // @unreachable assertion
        if (waiting > 2 && __VERIFIER_nondet_int())
            waiting = 0;
    }
    return 0;
}
