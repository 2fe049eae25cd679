/* What the prover does not model ends what it knows: nothing that a run may
 * come to afterwards is proved, whatever comes before is. */
int __VERIFIER_nondet_int(void);
int unknown(int *);

static int a[4];

static void set(int i)
{
    a[i] = 0; // @unproved out-of-bounds
}

static void round_and_round(void)
{
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        a[i] = 1; // @unproved out-of-bounds
        i = (i + 1) % 4;
        unknown(a);
    }
}

static void once(void)
{
    int i = 3;
    a[i] = 2; // @unreachable out-of-bounds
}

int main(void)
{
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        a[i] = 3; // @unreachable out-of-bounds
        i = (i + 1) % 4;
        if (__VERIFIER_nondet_int())
            once();
    }
    set(1);
    round_and_round();
    set(2);
    a[i] = 4; // @unproved out-of-bounds
    return 0;
}
