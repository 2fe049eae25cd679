/* A call through a null pointer may do anything: what comes behind it rests on there
 * being none. */
extern int __VERIFIER_nondet_int(void);
static void here(void) {}
static void nothing(void) {}

int main(void)
{
    int flag = 0;
    void (*call)(void) = nothing;

    while (__VERIFIER_nondet_int()) {
        if (flag)
            here(); // @unreachable reached
        call(); // @reachable null-access
        if (__VERIFIER_nondet_int())
            call = 0;
    }
    return 0;
}
