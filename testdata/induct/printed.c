/* Text that is made of itself is any text; what goes to a stream changes nothing but its
 * indicator, errno, and the buffer that it was given. */
#include <errno.h>
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void here(void) { }

static char own[8];

int main(void)
{
    char text[8] = "ab", apart[8] = "cd";
    unsigned n = __VERIFIER_nondet_uint(), k = 0;
    setvbuf(stderr, own, _IOFBF, sizeof own);
    for (unsigned i = 0; i < n; i++) {
        snprintf(text, sizeof text, "%sx", text); // @reachable overlap
        if (text[0] != 'a')
            here(); // @reachable
        snprintf(apart, sizeof apart, "%.3s", "cdef"); // @unreachable overlap
        if (apart[0] != 'c')
            here(); // @unreachable
        printf("%u\n", i);
        k += 3;
        if (k != 3 * i + 3)
            here(); // @unreachable
    }
    if (own[0] != 0)
        here(); // @unreachable
    fputs("x", stderr);
    if (own[0] != 0)
        here(); // @reachable
    if (ferror(stdout) && errno == 0)
        here(); // @reachable
    return 0;
}
