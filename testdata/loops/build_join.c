/* Joins the arguments with commas into a buffer of fixed size. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char out[32];
    size_t used = 0;

    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]); // @unreachable null-access
#ifdef BUG
        if (n > sizeof out || used + n + 1 > sizeof out)
#else
        if (n >= sizeof out || used + n + 1 >= sizeof out)
#endif
            break;
        if (used > 0)
            out[used++] = ','; // @unreachable out-of-bounds
        memcpy(out + used, argv[i], n); // @unreachable out-of-bounds
        used += n;
    }
    out[used] = 0; // @unreachable out-of-bounds unless BUG
    puts(out); // @unreachable uninitialised-read
    return 0;
}
