/* Classification of unknown characters forks nowhere. */
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

int main(void)
{
    int c = __VERIFIER_nondet_uchar();
    if (isdigit(c) && (c < '0' || c > '9'))
        here(); // @unreachable
    if (isalpha(c) && !isupper(c) && toupper(c) == c)
        here(); // @unreachable
    if (isupper(c) && tolower(c) != c + 32)
        here(); // @unreachable
    if (isspace(c) && isprint(c) && c != ' ')
        here(); // @unreachable
    if (ispunct(c) && c == '_')
        here(); // @reachable
    if ((isalnum)(c) && !(isalpha)(c) && c == '7')
        here(); // @reachable
    int wild = __VERIFIER_nondet_int();
    return (isalpha)(wild); // @reachable out-of-bounds
}
