//! reachable
//! subsumed wp 0
/* v = 11 lets x be 11. */
static void error_1(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int(), v;
    if (__VERIFIER_nondet_int())
        v = 3;
    else
        v = 11;
    assume(x <= v);
    if (x > 10)
        ERROR(1);
    return 0;
}
