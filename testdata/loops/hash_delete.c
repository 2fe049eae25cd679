/* Insertion and deletion with tombstones; live + dead slots are counted. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 7

enum { FREE, LIVE, DEAD };

static char state[SIZE];
static int live, dead;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int h = __VERIFIER_nondet_int();
        if (h < 0)
            continue;
        h %= SIZE;
        if (__VERIFIER_nondet_int()) {
            if (live + dead == SIZE)
                continue;
            if (state[h] == FREE) { // @unreachable out-of-bounds
                state[h] = LIVE;
                live++;
            }
        } else if (state[h] == LIVE && live > 0) { // @unreachable out-of-bounds
            state[h] = DEAD;
#ifdef BUG
            dead++;
#else
            dead++, live--;
#endif
        }
        if (dead > SIZE / 2) {
            for (int i = 0; i < SIZE; i++)
                if (state[i] == DEAD) // @unreachable out-of-bounds
                    state[i] = FREE;
            dead = 0;
        }
        assert(live + dead <= SIZE); // @unreachable assertion unless BUG
    }
    return 0;
}
