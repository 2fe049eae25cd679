/* Output fails at any call: on a full disk, a closed descriptor, a pipe that nobody
 * reads, when a buffer is written out. errno and the indicator say so. */
#include <errno.h>
#include <stdio.h>
static void here(void) { }

int main(void)
{
    errno = 0;
    int r = printf("a\n");
    if (r < 0 && errno == ENOSPC)
        here(); // @reachable
    if (r < 0 && errno == 0)
        here(); // @unreachable
    if (r >= 0 && errno == EBADF) /* fstat of the closed descriptor, when the buffer is made */
        here(); // @reachable
    if (r >= 0 && ferror(stdout))
        here(); // @unreachable
    clearerr(stdout);
    errno = 0;
    r = puts("b");
    if (r == EOF && !ferror(stdout))
        here(); // @unreachable
    if (r != EOF && ferror(stdout))
        here(); // @unreachable
    if (r == EOF && errno == EPIPE)
        here(); // @reachable
    errno = 0;
    if (fwrite("ab", 1, 2, stderr) != 2 && errno == EIO && ferror(stderr) && !ferror(stdout))
        here(); // @reachable
    if (ferror(stderr) && errno == 0)
        here(); // @unreachable
    errno = 0;
    if (putchar('x') == EOF && errno != 0 && ferror(stdout))
        here(); // @reachable
    if (fflush(stdout) == EOF && errno == ENOSPC)
        here(); // @reachable
    errno = 0;
    if (fclose(stdout) == EOF && errno == ENOSPC)
        here(); // @reachable
    if (fileno(stdout) != -1 || fclose(stdout) != EOF)
        here(); // @unreachable
    return 0;
}
