/* Random numbers: those of the seed where it is known, any of an unknown one, and the same
 * ones of the same seed. */
#include <stdlib.h>
#include <time.h>
static void here(void) { }

static void unseeded(void)
{
    if (rand() != 1804289383)
        here(); // @unreachable
    if (random() != 846930886)
        here(); // @unreachable
    srand(1);
    if (rand() != 1804289383)
        here(); // @unreachable
}

static void known(void)
{
    srand(7);
    int a = rand(), b = rand();
    srandom(7);
    if (random() != a || rand() != b)
        here(); // @unreachable
    if (a == b)
        here(); // @unreachable
}

static void given(void)
{
    unsigned seed = (unsigned)time(NULL), other = (unsigned)time(NULL);
    srand(seed);
    int a = rand(), b = rand();
    if (a < 0)
        here(); // @unreachable
    if (a == 5)
        here(); // @reachable
    srand(other);
    if (seed == other && (rand() != a || rand() != b))
        here(); // @unreachable
    if (seed != other && rand() != a)
        here(); // @reachable
}

static void others(void)
{
    unsigned one = 5, two = 5;
    if (rand_r(&one) != 234104184 || one != 695785320)
        here(); // @unreachable
    if (rand_r(&two) != 234104184 || one != two)
        here(); // @unreachable
    if (lrand48() != 0 || lrand48() != 2116118)
        here(); // @unreachable
    srand48(42);
    unsigned short x[3] = {0x330e, 42, 0};
    if (lrand48() != nrand48(x))
        here(); // @unreachable
    if (arc4random_uniform(10) > 9)
        here(); // @unreachable
}

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: unseeded(); break;
    case 2: known(); break;
    case 3: given(); break;
    default: others(); break;
    }
    return 0;
}
