/* Floating-point numbers that are read from memory. */
#include <stdio.h>
static void here(void) {}

int main(void)
{
    char text[3];
    double e = 1;
    if (fgets(text, sizeof text, stdin) == NULL)
        return 0;
    int k = sscanf(text, "%lf", &e);
    if (k == 1 && text[0] == 'z')
        here(); // @unreachable
    if (k != 1 && e != 1)
        here(); // @unreachable
    if (k == 0 && text[0] == '7' && text[1] == '\n')
        here(); // @unreachable
    if (k == 1 && text[0] == '7')
        here(); // @reachable
    if (k == EOF && text[0] == '+')
        here(); // @reachable
    return 0;
}
