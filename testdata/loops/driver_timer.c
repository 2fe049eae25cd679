/* Timers in slots of a wheel; a tick fires those that are due. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SLOTS 12

static unsigned char armed[SLOTS];
static int now, active;

static void arm(int delay)
{
    int at = now + delay;
#ifdef BUG
    if (at > SLOTS)
#else
    if (at >= SLOTS)
#endif
        at -= SLOTS;
    if (!armed[at]) { // @unreachable out-of-bounds unless BUG
        armed[at] = 1;
        if (active < SLOTS)
            active++;
    }
}

static void tick(void)
{
    if (armed[now]) { // @unreachable out-of-bounds
        armed[now] = 0;
        if (active > 0)
            active--;
    }
    if (++now == SLOTS)
        now = 0;
}

int main(void)
{
    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event < 0)
            return 0;
        if (event == 0)
            tick();
        else if (event < SLOTS)
            arm(event);
        assert(active >= 0 && active <= SLOTS); // @unreachable assertion
    }
}
