/* A calculator in reverse Polish notation. */
#include <stdio.h>

#define DEEP 8

static unsigned stack[DEEP];

int main(void)
{
    int top = 0, c;

    while ((c = getchar()) != EOF) {
        if (c >= '0' && c <= '9') {
            if (top == DEEP)
                return 1;
            stack[top++] = (unsigned)(c - '0'); // @unreachable out-of-bounds
        } else if (c == '+' || c == '-' || c == '*') {
#ifdef BUG
            if (top == 0)
#else
            if (top < 2)
#endif
                return 1;
            unsigned b = stack[--top]; // @unreachable out-of-bounds
            unsigned a = stack[--top]; // @unreachable out-of-bounds unless BUG
            stack[top++] = c == '+' ? a + b : c == '-' ? a - b : a * b; // @unreachable out-of-bounds
        } else if (c == 'p') {
            if (top == 0)
                return 1;
            printf("%u\n", stack[top - 1]); // @unreachable out-of-bounds
        }
    }
    return 0;
}
