/* A standard stream that was closed gives nothing but errors, and what was put back. */
#include <errno.h>
#include <stdio.h>
static void here(void) { }

int main(void)
{
    char b[4];
    fclose(stdin);
    if (feof(stdin) || ferror(stdin) || fileno(stdin) != -1)
        here(); // @unreachable
    errno = 0;
    if (getchar() != EOF || feof(stdin) || !ferror(stdin) || errno != EBADF)
        here(); // @unreachable
    if (fgets(b, 4, stdin) != NULL || fread(b, 1, 4, stdin) != 0)
        here(); // @unreachable
    if (ungetc('a', stdin) == 'a' && getchar() != 'a')
        here(); // @unreachable
    clearerr(stdin);
    if (scanf("%3s", b) != EOF)
        here(); // @unreachable
    if (ferror(stdin))
        here(); // @reachable
    return 0;
}
