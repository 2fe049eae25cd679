/* That p is always text rests on reads of a block that may have been freed: what they
 * give then is anything. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct place {
    char *at;
};

int main(void)
{
    static char text[8];
    char *p = text;
    int n = 0;
    struct place *q = malloc(sizeof *q);

    if (!q)
        return 1;
    q->at = text;
    if (__VERIFIER_nondet_int())
        free(q);
    while (__VERIFIER_nondet_int()) {
        n += *p; // @unreachable null-access
        p = q->at; // @reachable dead-access
    }
    return n & 1;
}
