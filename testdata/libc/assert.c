/* assert and abort end the program. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __FC_assert(int condition, const char *file, int line, const char *expression);
static void here(void) { }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 7); // @reachable assertion
    if (x == 7)
        here(); // @unreachable
    __FC_assert(x != 9, "assert.c", 14, "x != 9"); // @reachable assertion
    if (x == 9)
        here(); // @unreachable
    if (x == 8)
        abort(); // @reachable assertion
    if (x == 8)
        here(); // @unreachable
    return 0;
}
