/* A generic state meets the bound of a loop in a part of the tree that met none
   itself, because the tree joins another part of it before: its certificate was
   refused. */
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int x = __VERIFIER_nondet_uchar() & 15, v = 0;
    if (x & 4) {
    }
    for (int i = 0; i < 4; i++)
        if ((x >> i) & 1)
            v = v - 1; // @unreachable signed-overflow
    return 0;
}
