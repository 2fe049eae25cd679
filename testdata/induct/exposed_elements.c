/* Parts of addresses in a table are read: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
static int *table[4];
static int y;
int main(void)
{
    char *n = 0;
    int *p = &x;
    table[0] = table[1] = table[2] = table[3] = p;
    int i = __VERIFIER_nondet_int() & 6;
    unsigned *halves = (unsigned *)table;
    n += (unsigned long)halves[i + 1] << 32 | halves[i];
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
