//! subsumed wp 1
/* Rule 5b, the group of the guard: what follows from the guard is dropped, what
 * the context on x has to add is kept, and y is in neither. */
static void error_1(void) {}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    assume(x < 100);
    if (__VERIFIER_nondet_int())
        y = 1;
    else
        y = 2;
    if (x > 10) {
        if (!((x > 5) & (x < 200) & (y != 0)))
            ERROR(1);
    }
    return 0;
}
