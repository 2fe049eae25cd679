/* What unmodelled code may have done to streams and descriptors: the engine calls this
 * after a call of a function that has no model. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
static void here(void) { }

extern void __model_unknown_stream(void), __model_unknown_errno(void), __model_unknown_unistd(void);

int main(void)
{
    int c = getchar();
    if (c == EOF)
        return 0;
    ungetc(c, stdin);
    if (feof(stdin) || ferror(stdin) || getchar() != c)
        here(); // @unreachable
    ungetc(c, stdin);
    FILE *f = fopen("a", "r");
    errno = 0;
    __model_unknown_stream();
    if (errno != 0)
        here(); // @unreachable
    __model_unknown_errno();
    if (errno == 7)
        here(); // @reachable
    __model_unknown_unistd();
    if (feof(stdin))
        here(); // @reachable
    if (ferror(stdout) && !ferror(stderr))
        here(); // @reachable
    int eof = feof(stdin), error = ferror(stdin);
    if (!eof != !feof(stdin) || !error != !ferror(stdin))
        here(); // @unreachable
    if (getchar() != c)
        here(); // @reachable
    if (open("b", O_RDONLY) == 0)
        here(); // @reachable
    if (f != NULL && feof(f))
        here(); // @reachable
    clearerr(stdin);
    if (feof(stdin) || ferror(stdin))
        here(); // @unreachable
    return 0;
}
