//! reachable
//! subsumed wp 0
/* x = 2 does not satisfy x < 2. */
static void error_1(void) {}

int main(void)
{
    int x;
    if (__VERIFIER_nondet_int())
        x = 0;
    else
        x = 2;
    x = x + 5;
    if (!(x < 7))
        ERROR(1);
    return 0;
}
