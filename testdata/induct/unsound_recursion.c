/* Violations behind a call that facts about the return which do not hold would
 * exclude: that every number is at most 3, or equal to every other. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);

static int g, h;

static int f(int n)
{
    g++;
    if (n > 0)
        h = f(n - 1);
    return n + 1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), r;
    if (n < 0 || n > 50)
        return 0;
    r = f(n);
    if (g == 9)
        __VERIFIER_error(); // @reachable assertion
    if (r != n)
        __VERIFIER_error(); // @reachable assertion
    return 0;
}
