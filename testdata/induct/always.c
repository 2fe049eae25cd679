/* Errors that always happen: what comes behind them is out of reach because of
 * them alone, and a proof has to say so. Each stands in the line before. */
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int x;

static void null_call(void)
{
    void (*f)(void) = 0;
    f(); // @reachable null-access
    x = 1; // @unreachable reached
}

static void bad_call(void)
{
    void (*f)(void) = (void (*)(void))&x;
    f(); // @reachable bad-call
    x = 2; // @unreachable reached
}

static void double_close(void)
{
    FILE *f = fopen("x", "r");
    if (!f)
        return;
    fclose(f);
    fclose(f); // @reachable dead-access
    x = 3; // @unreachable reached
}

int main(void)
{
    while (in())
        x = 0;
    switch (in()) {
    case 0: null_call(); break;
    case 1: bad_call(); break;
    case 2: double_close(); break;
    }
    return 0;
}
