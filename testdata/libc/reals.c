/* Floating-point numbers that are printed to memory: any text of the lengths
 * that one can have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void here(void) {}

int main(void)
{
    char text[2], out[9];
    if (fgets(text, sizeof text, stdin) == NULL)
        return 0;
    int n = snprintf(out, sizeof out, "%.0g", atof(text));
    if (n < 1 || n > 8)
        here(); // @unreachable
    if (n != (int)strlen(out))
        here(); // @unreachable
    if (n == 1 && out[0] == '7')
        here(); // @reachable
    if (n == 8)
        here(); // @reachable
    sprintf(out, "%.0e", atof(text)); // @unreachable out-of-bounds
    sprintf(out, "%.1e", atof(text)); // @reachable out-of-bounds
    return 0;
}
