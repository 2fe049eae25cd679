/* Copies a text and leaves its comments out. */
#include <stdio.h>

#define MAX 24

int main(void)
{
    char out[MAX];
    int n = 0, state = 0, c; /* 0 code, 1 slash, 2 comment, 3 star */

    while ((c = getchar()) != EOF && n < MAX - 1) {
        if (state == 0 && c == '/') {
            state = 1;
        } else if (state == 1) {
            if (c == '*') {
                state = 2;
            } else {
                state = 0;
                out[n++] = '/'; // @unreachable out-of-bounds
#ifdef BUG
                if (n < MAX)
#else
                if (n < MAX - 1)
#endif
                    out[n++] = (char)c; // @unreachable out-of-bounds
            }
        } else if (state == 2) {
            if (c == '*')
                state = 3;
        } else if (state == 3) {
            state = c == '/' ? 0 : c == '*' ? 3 : 2;
        } else {
            out[n++] = (char)c; // @unreachable out-of-bounds
        }
    }
    out[n] = 0; // @unreachable out-of-bounds unless BUG
    return out[0] == '#'; // @unreachable uninitialised-read
}
