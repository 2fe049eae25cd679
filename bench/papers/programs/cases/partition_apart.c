//! subsumed wp 1
/* Rule 5b, the group that the guard has no variable in common with: y < 10 stays
 * as it is, and does not become y = 0. */
static void error_1(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    if (__VERIFIER_nondet_int())
        y = 0;
    else
        y = 7;
    if (x > 0) {
        if (!(y < 10))
            ERROR(1);
    }
    return 0;
}
