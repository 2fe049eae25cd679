/*
 * rle - run-length coder for text.
 *
 *   rle      encode standard input
 *   rle -d   decode standard input
 *
 * A run is written as its length in decimal followed by the character.
 * A run of length one has no number.  Digits and backslashes of the
 * original text are written with a leading backslash.
 */
#include <stdio.h>
#include <string.h>

#define MAX_RUN 9999

struct stats {
    unsigned long in;
    unsigned long out;
    unsigned long runs;
};

static struct stats stats;

static int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void emit(int c)
{
    putchar(c);
    stats.out++;
}

static void put_run(int c, int len)
{
    char num[12];
    int i = 0;

    if (len > 1) {
        while (len > 0 && i < (int) sizeof num) {
            num[i++] = (char) ('0' + len % 10);
            len /= 10;
        }
        while (i > 0)
            emit(num[--i]);
    }
    if (is_digit(c) || c == '\\')
        emit('\\');
    emit(c);
    stats.runs++;
}

static int encode(void)
{
    int c, prev = EOF, len = 0;

    while ((c = getchar()) != EOF) {
        stats.in++;
        if (c == prev && len < MAX_RUN) {
            len++;
            continue;
        }
        if (len > 0)
            put_run(prev, len);
        prev = c;
        len = 1;
    }
    if (len > 0)
        put_run(prev, len);
    return 0;
}

static int decode(void)
{
    int c, i;
    int count = 0, have_count = 0;

    while ((c = getchar()) != EOF) {
        stats.in++;
        if (is_digit(c)) {
            count = count * 10 + (c - '0');
            have_count = 1;
            continue;
        }
        if (c == '\\') {
            c = getchar();
            if (c == EOF) {
                fprintf(stderr, "rle: input ends after a backslash\n");
                return 1;
            }
            stats.in++;
        }
        if (!have_count)
            count = 1;
        for (i = 0; i < count; i++)
            emit(c);
        stats.runs++;
        count = 0;
        have_count = 0;
    }
    if (have_count) {
        fprintf(stderr, "rle: input ends after a number\n");
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rc;

    if (argc == 2 && strcmp(argv[1], "-d") == 0)
        rc = decode();
    else if (argc <= 1)
        rc = encode();
    else {
        fprintf(stderr, "usage: rle [-d] < file\n");
        return 2;
    }
    if (fflush(stdout) != 0)
        rc = 1;
    fprintf(stderr, "%lu bytes in, %lu bytes out, %lu runs\n",
            stats.in, stats.out, stats.runs);
    return rc;
}
