/* setjmp.h: the first return. A non-local jump, which leads to the others, is where
 * the engine stops. */
#include "assay.h"
#include "model.h"

/* glibc's jmp_buf on x86: what calls save, and the signal mask. */
struct saved {
    long registers[sizeof(long) == 8 ? 8 : 6];
    int with_mask;
    unsigned long mask[128 / sizeof(long)];
};

int _setjmp(struct saved *env)
{
    __assay_fill(env, 0, sizeof *env);
    return 0;
}

int setjmp(struct saved *env) { return _setjmp(env); }

int __sigsetjmp(struct saved *env, int with_mask)
{
    (void)with_mask;
    return _setjmp(env);
}
