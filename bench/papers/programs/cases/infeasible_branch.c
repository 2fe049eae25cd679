//! subsumed wp 1
/* Rule 3b: the branch that cannot be taken leaves its negation. */
static void error_1(void) {}

int main(void)
{
    int x;
    if (__VERIFIER_nondet_int())
        x = 3;
    else
        x = 4;
    if (x > 10)
        ERROR(1);
    return 0;
}
