//! subsumed wp 1
/* Rule 2b: x = x + 5 before x < 7 asks for x < 2. */
static void error_1(void) {}

int main(void)
{
    int x;
    if (__VERIFIER_nondet_int())
        x = 0;
    else
        x = 1;
    x = x + 5;
    if (!(x < 7))
        ERROR(1);
    return 0;
}
