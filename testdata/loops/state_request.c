/* A server that reads a request byte by byte: method, path, headers, end. */
#include <assert.h>
#include <stdio.h>

enum state { METHOD, PATH, HEADER, BLANK, DONE };

int main(void)
{
    enum state s = METHOD;
    int c, path = 0, spaces = 0;

    while ((c = getchar()) != EOF) {
        switch (s) {
        case METHOD:
            if (c == ' ') {
                s = PATH;
                spaces++;
            }
            break;
        case PATH:
            path = 1;
            if (c == '\n')
                s = HEADER;
            break;
        case HEADER:
            assert(path && spaces == 1); // @unreachable assertion unless BUG
            if (c == '\n')
                s = BLANK;
            break;
        case BLANK:
#ifdef BUG
            s = c == '\n' ? DONE : METHOD;
#else
            s = c == '\n' ? DONE : HEADER;
#endif
            break;
        case DONE:
            s = METHOD;
            path = spaces = 0;
            break;
        default:
            assert(0); // @unreachable assertion
        }
    }
    return 0;
}
