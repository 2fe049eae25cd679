/* permute.c: list the distinct permutations of the letters of a word in
 * alphabetical order.  The word is the first argument, or else the first
 * line of standard input. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_WORD 9

static char word[MAX_WORD + 1];
static int  length;

static void sort_letters(void)
{
    int i, j;

    for (i = 1; i < length; i++) {
        char c = word[i];
        for (j = i; j > 0 && word[j - 1] > c; j--)
            word[j] = word[j - 1];
        word[j] = c;
    }
}

static void swap(int i, int j)
{
    char t = word[i];
    word[i] = word[j];
    word[j] = t;
}

/* Step to the following permutation; 0 when this one was the last. */
static int advance(void)
{
    int i = length - 2, j = length - 1;

    while (i >= 0 && word[i] >= word[i + 1])
        i--;
    if (i < 0)
        return 0;
    while (word[j] <= word[i])
        j--;
    swap(i, j);
    for (i++, j = length - 1; i < j; i++, j--)
        swap(i, j);
    return 1;
}

/* How many distinct permutations there are: n! over the factorials of the
 * numbers of equal letters. */
static long expected(void)
{
    static const long factorial[MAX_WORD + 1] = {
        1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880
    };
    long total = factorial[length];
    int i, run = 0;

    for (i = 0; i < length; i++) {
        run++;
        if (i + 1 == length || word[i + 1] != word[i]) {
            total /= factorial[run];
            run = 0;
        }
    }
    return total;
}

static int take_word(const char *s)
{
    length = 0;
    for (; *s != '\0' && *s != '\n'; s++) {
        if (!isalnum((unsigned char) *s)) {
            fprintf(stderr, "permute: letters and digits only, please\n");
            return -1;
        }
        if (length == MAX_WORD) {
            fprintf(stderr, "permute: at most %d letters\n", MAX_WORD);
            return -1;
        }
        word[length++] = *s;
    }
    word[length] = '\0';
    if (length == 0) {
        fprintf(stderr, "permute: the word is empty\n");
        return -1;
    }
    return 0;
}

int main(int argc, char *argv[])
{
    char line[64];
    long seen = 0;

    if (argc > 1) {
        if (take_word(argv[1]) != 0)
            return 1;
    } else {
        if (fgets(line, sizeof line, stdin) == NULL) {
            fprintf(stderr, "permute: no word given\n");
            return 1;
        }
        if (take_word(line) != 0)
            return 1;
    }

    sort_letters();
    printf("%ld permutations\n", expected());
    do {
        printf("%6ld  %s\n", ++seen, word);
    } while (advance());
    return 0;
}
