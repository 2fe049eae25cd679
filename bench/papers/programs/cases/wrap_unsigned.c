//! reachable
/* z + 2 <= 15 is not z <= 13 for unsigned z, nor the other way round. */
static void error_1(void) {}

int main(void)
{
    unsigned z, x;
    if (__VERIFIER_nondet_int())
        z = 4294967295u;
    else
        z = 14;
    x = z + 2;
    if (!(x <= 15))
        ERROR(1);
    return 0;
}
