/* The lowest free descriptor comes next: one of a standard stream that was closed, by
 * the program or by whoever started it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static void here(void) { }

int main(int argc, char **argv)
{
    if (argc == 2) {
        int fd = open("a", O_RDONLY);
        if (fd == 2)
            here(); // @reachable
        if (fd < -1)
            here(); // @unreachable
        return 0;
    }
    if (getchar() == EOF)
        return 0;
    int fd = open("a", O_RDONLY);
    if (fd == 0)
        here(); // @unreachable
    if (fileno(stdin) != 0 || fileno(stdout) != 1 || fileno(stderr) != 2)
        here(); // @unreachable
    close(0);
    fd = dup(1);
    if (fd == 0)
        here(); // @reachable
    int to = dup2(1, 7);
    if (to != 7 && to != -1)
        here(); // @unreachable
    if (dup2(1, -3) != -1)
        here(); // @unreachable
    fclose(stdout);
    FILE *f = fopen("b", "w");
    if (f == NULL)
        return 0;
    if (fileno(f) == 1)
        here(); // @reachable
    if (fdopen(1, "w") == stdout)
        here(); // @unreachable
    if (freopen("c", "r", stdin) == NULL) {
        if (fileno(stdin) != -1 || errno == 0)
            here(); // @unreachable
        return 0;
    }
    if (fileno(stdin) != 0)
        here(); // @unreachable
    return 0;
}
