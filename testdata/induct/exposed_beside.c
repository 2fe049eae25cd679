/* An address is written over numbers at an offset that is computed: what null plus it names
 * is open. */
extern int __VERIFIER_nondet_int(void);
static int x = 1;
static unsigned halves[8];
int main(void)
{
    char *n = 0;
    int *p = &x;
    int i = __VERIFIER_nondet_int() & 1;
    *(int **)(halves + 1 + 2 * i) = p;
    n += (unsigned long)halves[2 + 2 * i] << 32 | halves[1 + 2 * i];
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
