/* Operands of divisions that are equal, which other conditions say. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

static long days(int y, int m, int d)
{
    long n = (y - 1) * 365 + (y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400;
    n += (153 * m + 2) / 5;
    return n + d;
}

int main(void)
{
    int y1 = in(), m1 = in(), d1 = in(), y2 = in(), m2 = in(), d2 = in(), months;
    if (y1 < 1 || y1 > 9999 || m1 < 1 || m1 > 12 || d1 < 1 || d1 > 31)
        return 1;
    if (y2 < 1 || y2 > 9999 || m2 < 1 || m2 > 12 || d2 < 1 || d2 > 31)
        return 1;
    months = 12 * (y2 - y1) + m2 - m1;
    if (months == 0 && days(y2, m2, d2) - days(y1, m1, d1) > 30)
        __VERIFIER_error(); // @unreachable assertion
    if (months == 0 && days(y2, m2, d2) - days(y1, m1, d1) == 30)
        __VERIFIER_error(); // @reachable assertion
    return 0;
}
