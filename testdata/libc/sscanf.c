/* Text in memory is parsed exactly. */
#include <stdio.h>
static void here(void) { }

int main(int argc, char **argv)
{
    int a = 0, b = 0, n = 0;
    char s[8], c;
    if (sscanf("12-34 xyz", "%d%d %7s%n", &a, &b, s, &n) != 3 || a != 12 || b != -34 || n != 9 || s[2] != 'z')
        here(); // @unreachable
    if (sscanf("k=0x1f;", "k=%i%c", &a, &c) != 2 || a != 31 || c != ';')
        here(); // @unreachable
    if (sscanf("", "%d", &a) != EOF)
        here(); // @unreachable
    if (argc < 2)
        return 0;
    a = 7;
    int r = sscanf(argv[1], "%d:%d", &a, &b);
    if (r == 2 && a == 10 && b == 20)
        here(); // @reachable
    if (r == 2 && argv[1][0] == ':' || r < 1 && a != 7)
        here(); // @bounded
    return 0;
}
