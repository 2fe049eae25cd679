/* An address is written over numbers: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
static unsigned halves[4];
int main(void)
{
    char *n = 0;
    int *p = &x;
    *(int **)(halves + 1) = p;
    n += (unsigned long)halves[2] << 32 | halves[1];
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
