//! subsumed wp 3
/* TracerX, Example 2.1: the graph of Fig. 2 as code. d >= 30 at node 3 subsumes
 * its other visit, d >= 90 at node 4 all but the first, whatever the order. */
static void error_1(void) {}

int main(void)
{
    int d = 0, next = __VERIFIER_nondet_int();
    assume((1 < next) & (next <= 4));
    if (next == 2) {
        d += 20;
        if (__VERIFIER_nondet_int()) {
            d += 40;
            goto three;
        }
        d += 90;
        goto four;
    }
    if (next == 3) {
        d += 35;
        goto three;
    }
    d += 110;
    goto four;
three:
    d += 60;
four:
    if (!(d >= 90))
        ERROR(1);
    return 0;
}
