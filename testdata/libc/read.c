/* read(2) on descriptor 0: any count, errors, short reads, a final end. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
static void here(void) { }

int main(void)
{
    char buf[4] = {0}, more[4] = {0};
    ssize_t n = read(0, buf, 3);
    if (n < -1 || n > 3)
        here(); // @unreachable
    if (n == -1) {
        if (errno == EINTR)
            here(); // @reachable
        if (errno == 0)
            here(); // @unreachable
        return 1;
    }
    if (n == 3 && buf[2] == 'x')
        here(); // @reachable
    if (n == 2 && buf[2] != 0)
        here(); // @unreachable
    ssize_t k = read(0, more, 2);
    if (k > 2)
        here(); // @unreachable
    if (n == 0 && k > 0) /* typed behind the end at a terminal */
        here(); // @reachable
    if (n == 1 && k == 2 && more[1] == '!')
        here(); // @reachable
    if (n == 1 && k == 0)
        here(); // @reachable
    if (n == 3 && k == 1 && getchar() == 'e')
        here(); // @reachable
    return 0;
}
