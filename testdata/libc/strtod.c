/* strtod: known text gives known numbers, unknown text any; where the number
 * ends is exact for both. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void here(void) {}

int main(void)
{
    char text[3], *end;
    double d = strtod(" -12.5e1x", &end);
    if (d != -125 || *end != 'x')
        here(); // @unreachable
    if (strtod("no", &end) != 0 || *end != 'n')
        here(); // @unreachable
    if (isfinite(atof("infinity")))
        here(); // @unreachable
    if (fgets(text, sizeof text, stdin) == NULL)
        return 0;
    strtod(text, &end);
    if (end - text > 2)
        here(); // @unreachable
    if (end - text == 2)
        here(); // @reachable
    if (end == text && text[0] >= '0' && text[0] <= '9')
        here(); // @unreachable
    if (text[0] == '.' && end == text + 1)
        here(); // @unreachable
    if (text[0] == '.' && end == text + 2)
        here(); // @reachable
    if (text[0] == 'z' && end != text)
        here(); // @unreachable
    return 0;
}
