/* memcpy and strcpy want their ranges apart. */
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char d[8] = "abc";
    if (__VERIFIER_nondet_int())
        memmove(d + 1, d, 4); // @unreachable overlap
    else if (__VERIFIER_nondet_int())
        memcpy(d + 1, d, 4); // @reachable overlap
    else
        strcpy(d + 1, d); // @reachable overlap
    return 0;
}
