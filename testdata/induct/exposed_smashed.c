/* An address is among bytes that are not followed: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
static unsigned char bytes[5000];
int main(void)
{
    char *n = 0;
    int *p = &x;
    int i = __VERIFIER_nondet_int() & 1023;
    *(int **)(bytes + i) = p;
    for (int k = 0; k < 8; k++)
        n += (unsigned long)bytes[i + k] << 8 * k;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
