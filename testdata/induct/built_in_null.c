/* That p is always the address 8 rests on the read behind the array's end: a run
 * that goes on there would make it null, which arrives as the number 0 where
 * absolute addresses are known to. */
extern int __VERIFIER_nondet_int(void);
static void here(void) {}

int main(void)
{
    unsigned char t[4] = {0}, a = 2, b = __VERIFIER_nondet_int();
    char *p = (char *)8;

    while (__VERIFIER_nondet_int()) {
        if (p != (char *)8)
            here(); // @unreachable reached
        if (__VERIFIER_nondet_int())
            continue;
        while (__VERIFIER_nondet_int())
            ;
        b = t[a + a]; // @reachable out-of-bounds
        p = 0;
    }
    return 0;
}
