//! subsumed wp 1
/* The same met in the other order: the constant has to change, too. */
static void error_1(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int(), v;
    if (__VERIFIER_nondet_int())
        v = 3;
    else
        v = 5;
    assume(x <= v);
    if (x > 10)
        ERROR(1);
    return 0;
}
