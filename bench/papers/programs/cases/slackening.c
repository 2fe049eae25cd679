//! subsumed wp 1
/* "Bounded verification and testing of heap programs", V.A: v = 5 is slackened to
 * an inequality that still excludes the error, so v = 3 is subsumed. */
static void error_1(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int(), v;
    if (__VERIFIER_nondet_int())
        v = 5;
    else
        v = 3;
    assume(x <= v);
    if (x > 10)
        ERROR(1);
    return 0;
}
