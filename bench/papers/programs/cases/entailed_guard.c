//! subsumed wp 1
/* Rule 4b: x > 0 holds on both visits; what is kept of it must hold on both. */
static void error_1(void) {}

int main(void)
{
    int x, y = 0;
    if (__VERIFIER_nondet_int())
        x = 5;
    else
        x = 7;
    if (x > 0)
        y += 1;
    else
        y += 10;
    if (y > 5)
        ERROR(1);
    return 0;
}
