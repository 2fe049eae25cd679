/* setvbuf: a mode that is none is refused; a buffer of the program's holds what was read
 * and written, until the stream gets another one or is closed. */
#include <stdio.h>
static void here(void) { }

static char mine[16], big[8192], other[4];

int main(int argc, char **argv)
{
    if (setvbuf(stdout, NULL, 7, 0) == 0)
        here(); // @unreachable
    if (setvbuf(stdout, mine, _IOFBF, sizeof mine) != 0)
        here(); // @unreachable
    if (mine[0] != 0)
        here(); // @unreachable
    printf("hello");
    if (mine[1] == 'e')
        here(); // @reachable
    if (other[0] != 0)
        here(); // @unreachable
    setbuf(stderr, big);
    if (big[100] != 0)
        here(); // @unreachable
    fputs("x", stderr);
    if (big[100] == 'q')
        here(); // @reachable
    fclose(stdout);
    mine[2] = 'z';
    fprintf(stdout, "more");
    if (mine[2] != 'z')
        here(); // @unreachable
    setvbuf(stdin, other, _IOFBF, sizeof other);
    other[3] = 1;
    if (getchar() == 'a' && other[3] == 'b')
        here(); // @reachable
    return 0;
}
