/* Counts words by the hash of their letters. */
#include <ctype.h>
#include <stdio.h>

#define BUCKETS 32

static unsigned short counts[BUCKETS];

int main(void)
{
    unsigned h = 0;
    int c, letters = 0;
    long words = 0;

    while ((c = getchar()) != EOF) {
        if (isalpha(c)) { // @unreachable out-of-bounds
            h = h * 31 + (unsigned)tolower(c);
            if (letters < 100)
                letters++;
            continue;
        }
        if (letters > 0) {
#ifdef BUG
            counts[h % BUCKETS + letters / 4]++; // @unreachable out-of-bounds unless BUG
#else
            counts[h % BUCKETS]++; // @unreachable out-of-bounds unless BUG
#endif
            if (words < 1000000)
                words++; // @unreachable signed-overflow
        }
        h = 0;
        letters = 0;
    }
    printf("%ld\n", words);
    return 0;
}
