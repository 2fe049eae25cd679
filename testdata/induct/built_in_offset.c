/* That p always points to the first byte rests on the read behind the array's end,
 * as in built_in.c: the offset of an address is a value like others, unless the
 * address is null. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char t[4] = {0}, u[4];
    unsigned char *p = u + 1;

    while (__VERIFIER_nondet_int()) {
        *p = 1; // @unreachable out-of-bounds
        if (__VERIFIER_nondet_int())
            p = u + t[p - u + 3]; // @reachable out-of-bounds
    }
    return 0;
}
