/* assert and abort end the program. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 7); // @reachable assertion
    if (x == 7)
        here(); // @unreachable
    if (x == 8)
        abort(); // @reachable assertion
    if (x == 8)
        here(); // @unreachable
    return 0;
}
