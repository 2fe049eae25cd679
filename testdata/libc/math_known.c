/* Functions of math.h on values that are known, and on others. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

static int digits_to_number(unsigned long digits)
{
    int sum = 0, i = 0;
    for (; digits > 0; digits /= 10, i++)
        sum += (digits % 10) * pow(2, i);
    return sum;
}

int main(void)
{
    double x;
    float y;
    int n;
    errno = 0;
    if (digits_to_number(1101) != 13 || digits_to_number(100000) != 32)
        here(); // @unreachable
    if (floor(-2.5) != -3 || ceil(2.1) != 3 || trunc(-2.9) != -2 || round(2.5) != 3 || rint(2.5) != 2 || fabs(-1.5) != 1.5)
        here(); // @unreachable
    if (floorf(2.5f) != 2 || sqrtf(6.25f) != 2.5f || powf(2, 10) != 1024 || pow(0.5, 3) != 0.125 || sqrt(81) != 9 || errno != 0)
        here(); // @unreachable
    if (scanf("%lf %f %d", &x, &y, &n) != 3)
        return 0;
    if (x > 3 && n == 7)
        here();
    if (n >= 0 && n < 9 && sqrt(x) > 2) {
        int a[9] = {0};
        a[n] = x;
        if (n == 9)
            here(); // @unreachable
    }
    return 0;
}
