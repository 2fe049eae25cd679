/* Numbers that are read at an address of which nothing is known may be parts of an address. */
extern int __VERIFIER_nondet_int(void);
static int x = 1;
static int *cell = &x;
static unsigned *volatile anywhere = (unsigned *)&cell;

int main(void)
{
    unsigned *parts = anywhere;
    char *n = 0;

    n += (unsigned long)parts[1] << 32 | parts[0];
    *(int *)n = 0;
    return 1 / x; // @reachable division-by-zero
}
