/* A buffer of pthread_cleanup_push is shorter than a jmp_buf: without a mask nothing is written
 * behind it. */
#include <pthread.h>
#include <setjmp.h>
static void here(void) { }
struct short_buffer { long registers[8]; int with_mask; };
extern int __sigsetjmp(struct __jmp_buf_tag *, int);

int main(void)
{
    struct short_buffer b;
    sigjmp_buf whole;
    if (__sigsetjmp((struct __jmp_buf_tag *)(void *)&b, 0) == 0) // @unreachable out-of-bounds
        here(); // @reachable
    if (__sigsetjmp((struct __jmp_buf_tag *)(void *)&whole, 1) == 0) // @unreachable out-of-bounds
        here(); // @reachable
    return 0;
}
