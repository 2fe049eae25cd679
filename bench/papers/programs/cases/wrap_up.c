//! reachable
/* TracerX-WP's x = z + 2, x <= 15 asks for z <= 13. The dual z - 2 <= 15 does not
 * ask for z <= 17 only: the least integer wraps. */
static void error_1(void) {}

int main(void)
{
    int z, x;
    if (__VERIFIER_nondet_int())
        z = 5;
    else
        z = -2147483647 - 1;
    x = (int)((unsigned)z - 2u);
    if (!(x <= 15))
        ERROR(1);
    return 0;
}
