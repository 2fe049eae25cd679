/* A ring of bytes between a producer and a consumer. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define CAP 16

static unsigned char ring[CAP];
static unsigned head, used;

static int put(unsigned char c)
{
#ifdef BUG
    if (used > CAP)
#else
    if (used == CAP)
#endif
        return 0;
    ring[(head + used) % CAP] = c; // @unreachable out-of-bounds
    used++;
    return 1;
}

static int get(void)
{
    if (used == 0)
        return -1;
    unsigned char c = ring[head]; // @unreachable out-of-bounds
    head = (head + 1) % CAP;
    used--;
    return c;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put((unsigned char)__VERIFIER_nondet_int());
        else
            assert(get() >= -1); // @unreachable assertion
        assert(used <= CAP); // @unreachable assertion unless BUG
    }
    return 0;
}
