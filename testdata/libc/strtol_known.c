/* Numbers in known and partly known text are exact. */
#include <errno.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
static void here(void) { }

int main(void)
{
    char *end, s[5] = "1?3";
    errno = 0;
    if (strtol("9223372036854775808", &end, 10) != 9223372036854775807 || errno != ERANGE || *end != 0)
        here(); // @unreachable
    if (strtoul("-1", NULL, 0) != -1ul || strtol("0x7fz", &end, 16) != 127 || *end != 'z')
        here(); // @unreachable
    s[1] = __VERIFIER_nondet_char();
    long v = strtol(s, &end, 10);
    if (v == 173 && *end == 0)
        here(); // @reachable
    if (v == 1 && end == s + 1)
        here(); // @reachable
    if (v < 1 || v > 193 || end == s)
        here(); // @unreachable
    if (strtol(s, NULL, 16) == 0x1f3)
        here(); // @reachable
    return 0;
}
