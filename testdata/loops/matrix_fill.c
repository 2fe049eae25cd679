/* Fills a matrix row by row from numbers that may stop at any time. */
extern int __VERIFIER_nondet_int(void);

#define ROWS 5
#define COLS 7

static int m[ROWS][COLS];

int main(void)
{
    int r = 0, c = 0;

    while (__VERIFIER_nondet_int()) {
        m[r][c] = __VERIFIER_nondet_int(); // @unreachable index-bound unless BUG
        c++;
        if (c == COLS) {
            c = 0;
            r++;
        }
#ifdef BUG
        if (r > ROWS)
#else
        if (r == ROWS)
#endif
            r = 0;
    }
    return m[ROWS - 1][COLS - 1] == 1;
}
