/* A pointer that is read outside the table may be one to anything: that nothing comes behind
 * the accesses through those inside says nothing of it. */
extern int __VERIFIER_nondet_int(void);
static void here(void) {}

int main(void)
{
    int *table[4] = {0, 0, 0, 0};
    int *p = table[__VERIFIER_nondet_int()]; // @reachable out-of-bounds
    int v = *p; // @reachable null-access
    here(); // @unreachable reached
    return v;
}
