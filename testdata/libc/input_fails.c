/* Reading fails: of a directory, of a closed descriptor, of one that does not block. It
 * is not the end, and reading may go on. */
#include <errno.h>
#include <stdio.h>
static void here(void) { }

int main(void)
{
    char buf[4] = {9, 9, 9, 9};
    errno = 0;
    int c = getchar();
    if (c == EOF && !feof(stdin))
        here(); // @reachable
    if (c == EOF && feof(stdin) == ferror(stdin))
        here(); // @unreachable
    if (ferror(stdin) && errno == 0)
        here(); // @unreachable
    if (ferror(stdin) && errno == EISDIR)
        here(); // @reachable
    if (c != EOF && (feof(stdin) || ferror(stdin)))
        here(); // @unreachable
    if (c == EOF && feof(stdin)) {
        if (getchar() != EOF)
            here(); // @unreachable
        clearerr(stdin);
        if (getchar() == 'x') /* typed behind the end at a terminal */
            here(); // @reachable
        return 0;
    }
    if (c == EOF && getchar() == 'y' && ferror(stdin))
        here(); // @reachable
    clearerr(stdin);
    if (feof(stdin) || ferror(stdin))
        here(); // @unreachable
    char *p = fgets(buf, 4, stdin);
    if (p == NULL && ferror(stdin) && buf[0] == 'a' && buf[1] == 9 && errno == EIO)
        here(); // @reachable
    if (p != NULL && ferror(stdin) && errno != EAGAIN)
        here(); // @unreachable
    if (p != NULL && ferror(stdin) && buf[0] == 'a' && buf[1] == 0)
        here(); // @reachable
    return 0;
}
