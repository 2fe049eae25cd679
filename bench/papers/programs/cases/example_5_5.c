//! subsumed wp 1
//! subsumed deletion 0
/* TracerX, Example 5.5, with the assignments that its formulas tell. The check is
 * written in both arms, so that only point 2 is met twice: with y = 5 and z = 6
 * the weakest precondition of the first visit holds, its unsatisfiable core
 * (y = 0, z = 1) does not. */
static void error_1(void) {}

int main(void)
{
    int t = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y, z, old;
    assume((-1 < x) & (x < 2));
    if (t) {
        y = 0;
        z = 1;
    } else {
        y = 5;
        z = 6;
    }
    /* point 2 */
    if (x > 0) {
        x = x + 1;
        z = z + 33;
        if (!((-3 < x) & (x < 6) & (y < z)))
            ERROR(1);
    } else {
        x = x + 3;
        old = y;
        y = z - 2;
        z = old;
        if (!((-3 < x) & (x < 6) & (y < z)))
            ERROR(1);
    }
    return 0;
}
