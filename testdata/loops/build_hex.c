/* Dumps its input in hexadecimal, eight bytes on a line. */
#include <stdio.h>

static const char digit[] = "0123456789abcdef";

int main(void)
{
    char line[8 * 3 + 1];
    int n = 0, c;

    while ((c = getchar()) != EOF) {
        line[n++] = digit[c >> 4]; // @unreachable out-of-bounds
        line[n++] = digit[c & 15]; // @unreachable out-of-bounds unless BUG
        line[n++] = ' '; // @unreachable out-of-bounds
#ifdef BUG
        if (n > 24) {
#else
        if (n >= 24) {
#endif
            line[n] = 0; // @unreachable out-of-bounds
            puts(line); // @unreachable uninitialised-read
            n = 0;
        }
    }
    line[n] = 0; // @unreachable out-of-bounds
    puts(line); // @unreachable uninitialised-read
    return 0;
}
