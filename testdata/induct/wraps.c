/* Unsigned numbers wrap around, and what they are multiples of is lost then. */
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int narrow[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static int wide[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static int exact[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

int main(void)
{
    unsigned c = __VERIFIER_nondet_uint();
    unsigned long d = __VERIFIER_nondet_ulong();
    if (c > 0x7fffffffu)
        return 0;
    c *= 12; /* 715827883 * 12 is 4 */
    d *= 12; /* 3074457345618258603 * 12 is 4 */
    if (c % 4 || c > 60 || d % 4 || d > 60)
        return 0;
    *(int *)((char *)narrow + c) = 0;
    if (__VERIFIER_nondet_uint())
        return 1 / narrow[1]; // @reachable division-by-zero
    *(int *)((char *)wide + d) = 0;
    if (__VERIFIER_nondet_uint())
        return 1 / wide[1]; // @reachable division-by-zero
    c = __VERIFIER_nondet_uint() % 5;
    *(int *)((char *)exact + c * 12) = 0;
    if (__VERIFIER_nondet_uint())
        return 1 / exact[12]; // @reachable division-by-zero
    return 1 / exact[1]; // @unreachable division-by-zero
}
