/* Numbers are read from bytes that came over with addresses: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
static unsigned char bytes[5000];
static struct {
    unsigned low, high;
} kept;
int main(void)
{
    char *n = 0;
    int *p = &x;
    int i = __VERIFIER_nondet_int() & 1023;
    *(int **)(bytes + i) = p;
    memcpy(&kept, bytes + i, (__VERIFIER_nondet_int() & 1) + 7);
    n += (unsigned long)kept.high << 32 | kept.low;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
