//! subsumed wp 1
/* Rule 5b, a constraint over the guard's variable and another: x + y < 10 follows
 * from x < 5 only with what the context says of y; y = 2 needs that y = 0 is
 * slackened, or the clause x >= 5 or x + y < 10. */
static void error_1(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    assume(x > -100);
    if (__VERIFIER_nondet_int())
        y = 0;
    else
        y = 2;
    if (x < 5) {
        if (!(x + y < 10))
            ERROR(1);
    }
    return 0;
}
