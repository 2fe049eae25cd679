/* That the flag is never set rests on the write beside it being one inside the array. */
extern int __VERIFIER_nondet_int(void);
static void here(void) {}

int main(void)
{
    int flag = 0, a[4] = {0};

    while (__VERIFIER_nondet_int()) {
        if (flag)
            here(); // @unreachable reached
        a[__VERIFIER_nondet_int()] = 1; // @reachable out-of-bounds
    }
    return a[1];
}
