/* Finds the longest word of a line. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[32], longest[32];
    int best = 0;

    longest[0] = 0;
    while (fgets(line, sizeof line, stdin)) {
        int i = 0;
        while (line[i]) { // @unreachable out-of-bounds unless BUG
            int start = i;
            while (line[i] && line[i] != ' ' && line[i] != '\n') // @unreachable out-of-bounds
                i++;
            if (i - start > best) {
                best = i - start;
                for (int k = 0; k < best; k++)
                    longest[k] = line[start + k]; // @unreachable out-of-bounds
                longest[best] = 0; // @unreachable out-of-bounds
            }
#ifdef BUG
            i++;
#else
            if (line[i]) // @unreachable out-of-bounds
                i++;
#endif
        }
    }
    puts(longest);
    return 0;
}
