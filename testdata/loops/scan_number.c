/* Reads decimal numbers from the input and adds them up with saturation. */
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int value = 0, total = 0, digits = 0, c;

    while ((c = getchar()) != EOF) {
        if (isdigit(c)) { // @unreachable out-of-bounds
            int d = c - '0';
            digits = 1;
#ifdef BUG
            if (value > INT_MAX / 10)
#else
            if (value > (INT_MAX - 9) / 10)
#endif
                value = INT_MAX / 100;
            value = value * 10 + d; // @unreachable signed-overflow unless BUG
            continue;
        }
        if (digits) {
            if (total > INT_MAX - value)
                total = 0;
            total += value; // @unreachable signed-overflow
        }
        value = digits = 0;
    }
    assert(total >= 0); // @unreachable assertion unless BUG
    return 0;
}
