/* Numbers in unknown text. The length of arguments is a bound. */
#include <stdlib.h>
static void here(void) { }

int main(int argc, char **argv)
{
    char *end, few[3] = {'1', '2', '3'};
    if (argc < 2)
        return 0;
    long v = strtol(argv[1], &end, 10);
    if (v == -17 && *end == 0)
        here(); // @reachable
    if (end == argv[1] && v != 0 || argv[1][0] == '-' && v > 0 || *end >= '0' && *end <= '9')
        here(); // @bounded
    if (v == 123 && *end == 'k' && end - argv[1] == 5)
        here(); // @reachable
    if (atoi(argv[1]) == 42 && argv[1][0] == '0')
        here(); // @reachable
    return atoi(few) + atoi(argv[1] + 20); // @reachable out-of-bounds
}
