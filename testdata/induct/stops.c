/* What the prover does not model: nothing of this program is proved, though
 * the access is safe. */
int __VERIFIER_nondet_int(void);
int unknown(int *);

int main(void)
{
    int a[4], i = 0;
    while (__VERIFIER_nondet_int()) {
        a[i] = 0; // @unproved out-of-bounds
        i = (i + 1) % 4;
    }
    unknown(a);
    return 0;
}
