//! reachable
//! subsumed wp 0
/* y = 7 is what must not be taken for y = 0 there. */
static void error_1(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    assume(x > -100);
    if (__VERIFIER_nondet_int())
        y = 0;
    else
        y = 7;
    if (x < 5) {
        if (!(x + y < 10))
            ERROR(1);
    }
    return 0;
}
