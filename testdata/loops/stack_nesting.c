/* Checks that the brackets of a text match. */
#include <assert.h>
#include <stdio.h>

#define DEEP 10

int main(void)
{
    char open[DEEP];
    int depth = 0, c;

    while ((c = getchar()) != EOF) {
        if (c == '(' || c == '[') {
#ifdef BUG
            if (depth == DEEP && c == '(')
#else
            if (depth == DEEP)
#endif
                return 2;
            open[depth++] = (char)c; // @unreachable out-of-bounds unless BUG
        } else if (c == ')' || c == ']') {
            if (depth == 0)
                return 1;
            char o = open[--depth]; // @unreachable uninitialised-read
            if ((o == '(') != (c == ')'))
                return 1;
        }
        assert(depth >= 0 && depth <= DEEP); // @unreachable assertion
    }
    return depth != 0;
}
