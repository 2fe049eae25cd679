/* The lower triangle of a symmetric table in one row. */
extern int __VERIFIER_nondet_int(void);

#define N 6

static int packed[N * (N + 1) / 2];

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int limit = __VERIFIER_nondet_int();
        if (limit < 0 || limit > N)
            continue;
        for (int i = 0; i < limit; i++) {
#ifdef BUG
            for (int j = 0; j <= i + 1; j++)
#else
            for (int j = 0; j <= i; j++)
#endif
                packed[i * (i + 1) / 2 + j] = i - j; // @unreachable out-of-bounds unless BUG
        }
    }
    return packed[0];
}
