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

enum { MASK = 8 }; /* bytes that the kernel has of a mask */

/* Registers are anything, some of them are encrypted. Without a mask nothing behind the word
 * that says so is written: the buffers of pthread_cleanup_push end there. */
int __sigsetjmp(struct saved *env, int with_mask)
{
    __assay_any(env->registers, sizeof env->registers);
    env->with_mask = with_mask != 0;
    if (with_mask)
        __assay_any(env->mask, MASK);
    return 0;
}

int _setjmp(struct saved *env) { return __sigsetjmp(env, 0); }

int setjmp(struct saved *env) { return __sigsetjmp(env, 1); }
