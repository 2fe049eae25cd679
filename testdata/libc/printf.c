/* Output checks its arguments and has any result. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void here(void) { }

int main(int argc, char **argv)
{
    char text[8], open[3] = {'a', 'b', 'c'}, *none = argc > 4 ? NULL : "x";
    int n = -1;
    if (printf("%d %ld %.2s %5.2f %p\n", argc, 3L, open, 1.5, (void *)open) < 0)
        here(); // @reachable
    printf("%.*s|%n\n", 2, open, &n); // @unreachable out-of-bounds
    if (n < 0)
        here(); // @unreachable
    if (write(1, open, 3) == 2)
        here(); // @reachable
    if (putchar('a') == 'b')
        here(); // @unreachable
    printf("%s", none); // @reachable null-string
    if (none == NULL)
        here(); // @reachable
    if (snprintf(text, sizeof text, "%.5s|%.6s", none, none) == 7 && none == NULL && strcmp(text, "|(null)") != 0)
        here(); // @unreachable
    puts(argc > 2 ? open : "ok"); // @reachable out-of-bounds
    fwrite(open, 1, argc == 2 ? 4 : 3, stdout); // @reachable out-of-bounds
    return 0;
}
