/* A device that must be powered and clocked before it is used. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int power, clock, users, suspended;

static void resume(void)
{
    power = 1;
    clock = 1;
    suspended = 0;
}

static void suspend(void)
{
    assert(users == 0); // @unreachable assertion
    clock = 0;
    power = 0;
    suspended = 1;
}

static void transfer(void)
{
    assert(power && clock); // @unreachable assertion unless BUG
}

int main(void)
{
    int idle = 0;

    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 1:
            if (users == 3)
                break;
#ifdef BUG
            if (users == 0 && idle < 3)
#else
            if (users == 0)
#endif
                resume();
            users++;
            break;
        case 2:
            if (users > 0)
                users--;
            break;
        case 3:
            if (users > 0)
                transfer();
            idle = 0;
            break;
        case 4:
            if (users == 0 && ++idle > 2 && !suspended)
                suspend();
            if (idle > 9)
                idle = 9;
            break;
        case 5:
            return 0;
        }
        assert(!clock || power); // @unreachable assertion
    }
}
