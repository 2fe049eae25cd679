/* Characters and lines of standard input. */
#include <stdio.h>
#include <string.h>
static void here(void) { }

int main(void)
{
    char buf[5];
    int c = getchar();
    if (c < -1 || c > 255)
        here(); // @unreachable
    if (c == 200)
        here(); // @reachable
    if (c == EOF) {
        if (feof(stdin) && getc(stdin) != EOF)
            here(); // @unreachable
        return 0;
    }
    if (ungetc(c, stdin) != c || fgetc(stdin) != c)
        here(); // @unreachable
    if (ungetc('q', stdin) != 'q')
        return 0;
    if (fgetc(stdin) != 'q')
        here(); // @unreachable
    char *p = fgets(buf, 4, stdin);
    if (p == NULL) {
        if (!ferror(stdin) && (!feof(stdin) || getchar() != EOF))
            here(); // @unreachable
        return 0;
    }
    if (ferror(stdin))
        return 0;
    size_t n = strlen(buf);
    if (n > 3)
        here(); // @unreachable
    if (n == 0)
        here(); // @reachable
    if (buf[0] == '\n' && buf[1] != 0)
        here(); // @unreachable
    if (n == 2 && buf[1] != '\n' && !feof(stdin) && buf[0] != 0 && strchr(buf, 'a') == NULL)
        here(); // @reachable
    if (n == 3 && getchar() == '\n')
        here(); // @reachable
    return 0;
}
