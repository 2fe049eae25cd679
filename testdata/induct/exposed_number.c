/* An address becomes a number: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;

int main(void)
{
    char *n = 0;
    int *p = &x;
    n += (unsigned long)p ^ 0;
    n += (unsigned long)p * 2 - (unsigned long)p * 2;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
