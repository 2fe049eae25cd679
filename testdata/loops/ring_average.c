/* The moving average of the last readings. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define WINDOW 5

int main(void)
{
    int reading[WINDOW] = {0};
    int at = 0, filled = 0;

    for (;;) {
        int r = __VERIFIER_nondet_int();
        if (r < 0 || r > 1000)
            break;
        reading[at] = r;
        at = (at + 1) % WINDOW;
        if (filled < WINDOW)
            filled++;
        int sum = 0;
        for (int i = 0; i < WINDOW; i++)
            sum += reading[i]; // @unreachable signed-overflow
        int mean = sum / filled; // @unreachable division-by-zero
#ifdef BUG
        assert(mean <= 5000 && filled < WINDOW); // @unreachable assertion unless BUG
#else
        assert(mean <= 5000 && filled <= WINDOW); // @unreachable assertion unless BUG
#endif
    }
    return 0;
}
