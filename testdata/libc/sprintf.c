/* The text that sprintf writes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

int main(void)
{
    char buf[32], small[4];
    int n = sprintf(buf, "%d-%s-%c-%04x", -12, "abc", '!', 0x2f);
    if (n != 14 || strcmp(buf, "-12-abc-!-002f") != 0)
        here(); // @unreachable
    int x = __VERIFIER_nondet_int();
    n = sprintf(buf, "%d", x);
    if (n != (int)strlen(buf) || n > 11)
        here(); // @unreachable
    if (n == 11)
        here(); // @reachable
    if (x >= 0 && x < 1000 && n > 3)
        here(); // @unreachable
    if (x >= 100 && x < 200 && buf[0] != '1')
        here(); // @unreachable
    if (x > 0 && x < 100 && buf[0] == '4' && buf[1] == '2')
        here(); // @reachable
    n = snprintf(small, sizeof small, "%s", "abcdef");
    if (n != 6 || strcmp(small, "abc") != 0)
        here(); // @unreachable
    errno = ENOENT;
    n = snprintf(buf, sizeof buf, "%.2m|%6.0m|%5.3m"); /* glibc's; the text ends where the precision does */
    if (n != 15 || strcmp(buf, "No|      |  No ") != 0)
        here(); // @unreachable
    if (x > 900 && x < 1100)
        sprintf(small, "%d", x); // @reachable out-of-bounds
    return 0;
}
