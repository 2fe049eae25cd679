/* Names, numbers and operators of an expression. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

enum kind { NAME, NUMBER, OPERATOR, END };

static char text[12];
static int ahead;

static enum kind next(void)
{
    int n = 0;
    while (ahead == ' ')
        ahead = getchar();
    if (ahead == EOF)
        return END;
    if (!isalpha(ahead) && !isdigit(ahead)) { // @unreachable out-of-bounds
        ahead = getchar();
        return OPERATOR;
    }
    enum kind k = isdigit(ahead) ? NUMBER : NAME;
    while (isalpha(ahead) || isdigit(ahead)) { // @unreachable out-of-bounds
#ifdef BUG
        if (n < (int)sizeof text)
#else
        if (n < (int)sizeof text - 1)
#endif
            text[n++] = (char)ahead; // @unreachable out-of-bounds
        ahead = getchar();
        if (ahead == EOF)
            break;
    }
    text[n] = 0; // @unreachable out-of-bounds unless BUG
    return k;
}

int main(void)
{
    int names = 0, total = 0;
    enum kind k;

    ahead = getchar();
    while ((k = next()) != END && total < 1000) {
        if (k == NAME)
            names++;
        total++;
        assert(names <= total); // @unreachable assertion
    }
    return 0;
}
