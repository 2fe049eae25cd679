/* What setjmp writes: registers, which are anything, and whether there is a mask. */
#include <setjmp.h>
#include <string.h>
static void here(void) { }

int main(void)
{
    jmp_buf a, b;
    sigjmp_buf masked;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(masked, 0, sizeof masked);
    setjmp(a);
    if (((long *)a)[7] != 0)
        here(); // @reachable
    if (memcmp(a, b, sizeof a) != 0)
        here(); // @reachable
    if (a[0].__mask_was_saved)
        here(); // @unreachable
    sigsetjmp(masked, 1);
    if (masked[0].__mask_was_saved == 1)
        here(); // @reachable
    if (((unsigned char *)&masked[0].__saved_mask)[1] != 0)
        here(); // @reachable
    return 0;
}
