/* Cuts the white space off both ends of each line. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[24];

    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line), from = 0; // @unreachable uninitialised-read
#ifdef BUG
        while (line[n - 1] == '\n' || line[n - 1] == ' ') // @unreachable out-of-bounds unless BUG
#else
        while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == ' ')) // @unreachable out-of-bounds unless BUG
#endif
            n--;
        line[n] = 0; // @unreachable out-of-bounds
        while (line[from] == ' ') // @unreachable out-of-bounds
            from++;
        puts(line + from); // @unreachable out-of-bounds
    }
    return 0;
}
