//! subsumed wp 2
/* Example 5.5 with one check, at point 4 of the figure: what reaches it second
 * satisfies the postcondition that was learnt there, and point 2 as before. */
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
    } else {
        x = x + 3;
        old = y;
        y = z - 2;
        z = old;
    }
    /* point 4 */
    if (!((-3 < x) & (x < 6) & (y < z)))
        ERROR(1);
    return 0;
}
