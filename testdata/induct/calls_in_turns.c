/* A loop of a few turns that calls a small function is followed turn by turn: what the
 * digits of a number and their checksum have to do with each other is known then, which
 * no fact about the loop head says. */
#include <stdio.h>

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }

static int number(const char *s) {
    unsigned n = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int d = digit(s[i]); // @unreachable out-of-bounds @unreachable uninitialised-read
        if (d < 0)
            return 0;
        n = n * 10 + d;
        sum = sum * d + 37;
    }
    return (37 * (n / 10 % 10 * (n % 10) + n % 10 + 1)) - sum;
}

int main(void) {
    char line[80];
    char seen[1] = {0};
    while (fgets(line, sizeof line, stdin))
        seen[number(line)] = 1; // @unreachable out-of-bounds
    return seen[0];
}
