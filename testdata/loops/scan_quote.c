/* Checks that the quotes of a command line are closed and strips them. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char plain[20];
    int n = 0, quoted = 0;

    if (argc != 2)
        return 2;
    for (char *p = argv[1]; *p; p++) { // @unreachable out-of-bounds unless BUG
        if (*p == '"') {
            quoted = !quoted;
            continue;
        }
        if (*p == '\\' && quoted) {
            p++;
#ifndef BUG
            if (*p == 0) // @unreachable out-of-bounds
                break;
#endif
        }
        if (n < (int)sizeof plain - 1)
            plain[n++] = *p; // @unreachable out-of-bounds
    }
    plain[n] = 0; // @unreachable out-of-bounds
    assert(n < 20); // @unreachable assertion
    return plain[0] == '-'; // @unreachable uninitialised-read
}
