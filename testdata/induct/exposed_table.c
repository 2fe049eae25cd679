/* Addresses are copied into bytes that are not followed: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
static int *table[4];
static unsigned char bytes[5000];
int main(void)
{
    char *n = 0;
    int *p = &x;
    unsigned long size = __VERIFIER_nondet_int() & 24;
    table[0] = p;
    memcpy(bytes, table, size + 8);
    for (int k = 0; k < 8; k++)
        n += (unsigned long)bytes[k] << 8 * k;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
