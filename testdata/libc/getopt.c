/* getopt: groups of options, arguments of options, operands. */
#include <unistd.h>
static void here(void) { }

int main(int argc, char **argv)
{
    int c, flags = 0;
    char *value = 0;
    while ((c = getopt(argc, argv, ":vn:")) != -1) {
        switch (c) {
        case 'v': flags++; break;
        case 'n': value = optarg; break;
        case ':':
            here(); // @reachable
            return 1;
        default:
            if (optopt == 'k')
                here(); // @reachable
            return 2;
        }
    }
    if (flags == 2 && argc == 2)
        here(); // @reachable
    if (value != 0 && value[0] == 0)
        here(); // @reachable
    if (value != 0 && value[0] == 'k' && argc == 3 && argv[1][2] == 0)
        here(); // @reachable
    if (optind < argc && argv[optind][0] == 'k')
        here(); // @reachable
    return 0;
}
