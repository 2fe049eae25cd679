//! reachable
/* A run that ends in an error of its own shows nothing about the next. */
static void error_1(void) {}

int main(void)
{
    int a[10], i;
    if (__VERIFIER_nondet_int())
        i = 10;
    else
        i = 2;
    a[i] = 0;
    if (a[i] == 0)
        ERROR(1);
    return 0;
}
