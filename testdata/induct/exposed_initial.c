/* An address is among the initial bytes: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
static int x = 1;
static int *table[1000] = {&x, &x};
int main(void)
{
    char *n = 0;
    int i = __VERIFIER_nondet_int() & 1;
    for (int k = 0; k < 8; k++)
        n += (unsigned long)((unsigned char *)&table[i])[k] << 8 * k;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
