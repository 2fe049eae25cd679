/* A loop of a few turns that calls a small function is followed turn by turn: what the
 * digits of a number and their checksum have to do with each other is known then, which
 * no fact about the loop head says. */
#include <stdio.h>

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }

static unsigned number(const char *s) {
    unsigned n = 0, sum = 0;
    for (int i = 0; i < 5; i++) {
        int d = digit(s[i]); // @unreachable out-of-bounds @unreachable uninitialised-read
        if (d < 0)
            return 0;
        n = n << 4 | d;
        sum = sum << 3 ^ d;
    }
    return sum ^ (n >> 16) << 12 ^ (n >> 12 & 15) << 9 ^ (n >> 8 & 15) << 6 ^ (n >> 4 & 15) << 3 ^ (n & 15);
}

int main(void) {
    char line[80];
    char seen[1] = {0};
    while (fgets(line, sizeof line, stdin))
        seen[number(line)] = 1; // @unreachable out-of-bounds
    return seen[0];
}
