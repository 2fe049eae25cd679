/* Undo and redo over a history of fixed length. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { DEPTH = 10 };

static int history[DEPTH + 1];
static int now, newest;

static void record(int state)
{
    if (now == DEPTH) {
        for (int i = 0; i < DEPTH; i++)
            history[i] = history[i + 1]; // @unreachable out-of-bounds
        now--;
    }
    history[++now] = state; // @unreachable out-of-bounds
    newest = now;
}

int main(void)
{
    int shown = 0;

    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (key == 'u' && now > 0)
            shown = history[--now]; // @unreachable out-of-bounds
#ifdef BUG
        else if (key == 'r' && now <= newest)
#else
        else if (key == 'r' && now < newest)
#endif
            shown = history[++now]; // @unreachable out-of-bounds unless BUG
        else if (key != 'u' && key != 'r')
            record(key);
        assert(now <= newest); // @unreachable assertion unless BUG
    }
    return shown & 1;
}
