/* Slots that own heap blocks: each is freed once, however often it is set. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

#define SLOTS 3

static char *slot[SLOTS];

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i >= SLOTS)
            continue;
        if (__VERIFIER_nondet_int()) {
            if (slot[i]) // @unreachable out-of-bounds
                slot[i][0]++; // @unreachable dead-access unless BUG
            continue;
        }
        free(slot[i]); // @unreachable double-free unless BUG
        slot[i] = malloc(8);
#ifdef BUG
        if (!slot[i] && i == 2)
            free(slot[0]);
#endif
        if (slot[i])
            memset(slot[i], 0, 8); // @unreachable null-access
    }
    for (int i = 0; i < SLOTS; i++)
        free(slot[i]); // @unreachable double-free unless BUG
    return 0;
}
