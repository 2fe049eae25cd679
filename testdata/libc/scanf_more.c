/* Directives after one another share one stream. */
#include <stdio.h>
static void here(void) { }

int main(void)
{
    int a = 0, b = 0;
    char c = 0, word[4];
    unsigned h = 0;
    signed char tiny = 0;
    int r = scanf("%d,%d", &a, &b);
    if (r == 2 && a == 5 && b == -5)
        here(); // @reachable
    if (r == 1) {
        int next = getchar();
        if (next == ',')
            here(); // @reachable
        if (next == '3' && !ferror(stdin))
            here(); // @unreachable
        return 0;
    }
    if (r != 2)
        return 0;
    if (scanf(" %c", &c) != 1)
        return 0;
    if (c == ' ' || c == '\n')
        here(); // @unreachable
    if (c == '8')
        here(); // @reachable
    if (scanf("%3s", word) != 1)
        return 0;
    if (word[0] == 'o' && word[1] == 'k' && word[2] == 0)
        here(); // @reachable
    if (word[0] == '\t' || word[1] == ' ')
        here(); // @unreachable
    if (scanf("%*d%x%hhd", &h, &tiny) == 2) {
        if (h == 0xdeadbeef && tiny == -128)
            here(); // @reachable
        if (!ferror(stdin) && getchar() == '0')
            here(); // @unreachable
    }
    return 0;
}
