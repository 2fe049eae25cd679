/* Fields of a table of comma-separated values; rows of another width fail. */
#include <assert.h>
#include <stdio.h>

#define FIELDS 4
#define WIDTH 8

static char field[FIELDS][WIDTH];

int main(void)
{
    int f = 0, n = 0, rows = 0, c;

    while ((c = getchar()) != EOF) {
        if (c == ',' || c == '\n') {
            field[f][n] = 0; // @unreachable index-bound
            n = 0;
            if (c == '\n') {
                if (f != FIELDS - 1)
                    return 1;
                f = 0;
                if (rows < 9999)
                    rows++;
                continue;
            }
#ifdef BUG
            if (++f > FIELDS)
#else
            if (++f == FIELDS)
#endif
                return 1;
            continue;
        }
        if (n == WIDTH - 1)
            return 1;
        field[f][n++] = (char)c; // @unreachable index-bound unless BUG
    }
    assert(rows <= 9999); // @unreachable assertion
    return 0;
}
