/* memcpy and strcpy want their ranges apart, also where a copy changes nothing. */
#define _GNU_SOURCE
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char d[8] = "abc";
    if (__VERIFIER_nondet_int())
        memmove(d + 1, d, 4); // @unreachable overlap
    else if (__VERIFIER_nondet_int())
        memcpy(d + 1, d, 4); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strcpy(d + 1, d); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strcpy(d, d); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strcat(d, d + 3); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strcat(d, d + 4); // @unreachable overlap
    else if (__VERIFIER_nondet_int())
        stpcpy(d, d + (__VERIFIER_nondet_int() ? 0 : 4)); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strncpy(d, d, 2); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strncpy(d, d, 0); // @unreachable overlap
    else if (__VERIFIER_nondet_int())
        strncpy(d + 3, d + 3, 1); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strncat(d, d + 3, 1); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        strncat(d, d + 3, 0); // @unreachable overlap
    else if (__VERIFIER_nondet_int())
        mempcpy(d, d, 1); // @reachable overlap
    else if (__VERIFIER_nondet_int())
        memmove(d, d, 4); // @unreachable overlap
    return 0;
}
