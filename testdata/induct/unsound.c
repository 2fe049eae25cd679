/* Violations that facts which do not hold would exclude: that every number is
 * at most 3, or even, or equal to every other, that every variable is
 * initialised, and no pointer null. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

int main(void)
{
    int i = 0, n = 0, x, y = 0, *p = 0;
    while (in()) {
        if (i == 9)
            __VERIFIER_error(); // @reachable assertion
        if (i != n)
            __VERIFIER_error(); // @reachable assertion
        if (in() && x == 5) // @reachable uninitialised-read
            return 1;
        if (in())
            *p = 1; // @reachable null-access
        if (i < 0)
            __VERIFIER_error(); // @unreachable assertion
        if (i < 100)
            i++;
        if (in() && n < 100)
            n++;
        if (in())
            x = 1;
        if (in())
            p = &y;
    }
    return 0;
}
