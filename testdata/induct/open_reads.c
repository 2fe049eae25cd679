/* What is read at an address of which nothing is known may be anything, and the read may
 * fail; but a run that comes through it goes on, and what the read does not change stays. */
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int x = 1, y = 2, sum;

/* A number that was an address, and becomes one again. */
static int *again(int *p)
{
    uintptr_t at = (uintptr_t)p;

    return (int *)(at * 3 / 3);
}

static void fails(void)
{
    int *p = again(&x);

    for (int i = 0; i < 5; i++)
        sum += p[i * 1000000] & 1; // @reachable foreign-access @unreachable signed-overflow
}

static void number(void)
{
    int kept = 3;

    for (int i = 0; i < 5; i++)
        sum += *again(&x) & 1;
    if (*again(&x) == 1)
        sum = 1 / (y - 2); // @reachable division-by-zero
    sum += 1 / (kept - 2); // @unreachable division-by-zero
}

static void either(void)
{
    int *p = __VERIFIER_nondet_int() ? &y : again(&x);

    if (*p == 1)
        sum = 1 / (y - 2); // @reachable division-by-zero
}

static void written(void)
{
    x = 7;
    for (int i = 0; i < 5; i++)
        if (*again(&x) == 7)
            sum = 1 / (y - 2); // @reachable division-by-zero
}

static void address(void)
{
    int *table[2] = {&y, &y}, **p = table;

    p = (int **)again((int *)p);
    for (int i = 0; i < 2; i++)
        if (*p == &y)
            sum = 1 / (y - 2); // @reachable division-by-zero
    if (**p == 2)
        sum = 1 / (y - 2); // @reachable division-by-zero
    sum = 1 / (y - 1); // @unreachable division-by-zero
}

int main(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0: fails(); break;
    case 1: number(); break;
    case 2: written(); break;
    case 3: address(); break;
    case 4: either(); break;
    }
    return sum & 1;
}
