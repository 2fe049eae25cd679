/* That a is always 2 rests on the read behind the array's end: a run that goes
 * on there could give a any value. The proof of the store has to say so, though
 * with a = 2 nothing is left of the store's check. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char t[4] = {0};
    unsigned char a = 2;

    while (__VERIFIER_nondet_int()) {
        t[a] = 1; // @unreachable out-of-bounds
        if (__VERIFIER_nondet_int())
            a = t[a + a]; // @reachable out-of-bounds
    }
    return 0;
}
