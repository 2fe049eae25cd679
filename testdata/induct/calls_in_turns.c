/* A loop of a few turns that calls a small function is followed turn by turn: that the
 * text has not ended before the character it reads is known then. */
#include <stdio.h>

static int digit(char c) { return c >= '0' && c <= '9'; }

static int date(const char *field) {
    for (int f = 0; f < 6; f++)
        if (!digit(field[f])) // @unreachable out-of-bounds @unreachable uninitialised-read
            return -1;
    return field[5] - '0'; // @unreachable out-of-bounds @unreachable uninitialised-read
}

int main(void) {
    char line[80];
    int sum = 0;
    while (fgets(line, sizeof line, stdin)) {
        const char *p = line;
        while (*p && *p != ',')
            p++;
        sum |= date(p);
    }
    return sum;
}
