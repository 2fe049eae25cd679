/* An address is among bytes that were copied: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
static unsigned char bytes[5000], others[5000];
int main(void)
{
    char *n = 0;
    int *p = &x;
    int i = __VERIFIER_nondet_int() & 1023, turn = 0;
    while (turn < 2 || __VERIFIER_nondet_int()) {
        memcpy(others, bytes, 4000 + i);
        *(int **)(bytes + i) = p;
        turn = 1 + (turn > 0);
    }
    for (int k = 0; k < 8; k++)
        n += (unsigned long)others[i + k] << 8 * k;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
