/* A write cursor that runs around a table of samples. */
extern int __VERIFIER_nondet_int(void);

#define SAMPLES 12

static int samples[SAMPLES];

int main(void)
{
    int at = 0, written = 0;

    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 0)
            continue;
        samples[at] = value; // @unreachable out-of-bounds unless BUG
        written = 1;
#ifdef BUG
        if (at++ == SAMPLES)
#else
        if (++at == SAMPLES)
#endif
            at = 0;
    }
    if (written && samples[0] < 0)
        return 1;
    return 0;
}
