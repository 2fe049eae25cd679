/* getenv, rand, time, files: whatever the environment says, and no more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static void here(void) { }

int main(void)
{
    char *home = getenv("HOME");
    if (home == NULL)
        here(); // @reachable
    if (home != getenv("HOME"))
        here(); // @unreachable
    if (home != NULL && strcmp(home, "/r") == 0)
        here(); // @reachable
    setenv("X", "1", 1);
    srand((unsigned)time(NULL));
    int r = rand();
    if (r < 0)
        here(); // @unreachable
    if (r == 123456)
        here(); // @reachable
    if (time(NULL) < 0)
        here(); // @unreachable
    FILE *f = fopen("data", "r");
    if (f == NULL) {
        here(); // @reachable
        return 0;
    }
    int x, c = fgetc(f);
    if (c < -1 || c > 255 || c == EOF && feof(f) && fgetc(f) != EOF)
        here(); // @unreachable
    if (c == 'P' && fscanf(f, "%d", &x) == 1 && x == 6)
        here(); // @reachable
    fclose(f);
    fclose(f); // @reachable dead-access
    return 0;
}
