/* A lock is given up while a request waits, and taken again. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int held;

static void take(void)
{
    assert(!held); // @unreachable assertion unless BUG
    held = 1;
}

static void release(void)
{
    assert(held); // @unreachable assertion
    held = 0;
}

int main(void)
{
    unsigned packets, before;

    packets = 0;
    do {
        take();
        before = packets;
        if (__VERIFIER_nondet_int()) {
#ifdef BUG
            if (packets != 3)
                release();
#else
            release();
#endif
            packets++;
        }
    } while (before != packets);
    release();
    return 0;
}
