/* Parts of an address are read: what null plus it names is open. */
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
union both {
    int *address;
    unsigned halves[2];
};
int main(void)
{
    char *n = 0;
    int *p = &x;
    union both b;
    b.address = p;
    n += (unsigned long)b.halves[1] << 32 | b.halves[0];
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
