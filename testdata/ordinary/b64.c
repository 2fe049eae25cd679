/* b64 - encode standard input as base64, or decode it with -d.
 *
 *   -w N   wrap encoded lines after N characters (0: never, default 76)
 *   -i     when decoding, ignore characters outside the alphabet
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static signed char reverse[256];
static long wrap = 76;
static int  ignore_junk;

static void build_reverse(void)
{
    int i;

    memset(reverse, -1, sizeof reverse);
    for (i = 0; i < 64; i++)
        reverse[(unsigned char) alphabet[i]] = (signed char) i;
}

static void put_wrapped(int c)
{
    static long column;

    if (wrap > 0 && column == wrap) {
        putchar('\n');
        column = 0;
    }
    putchar(c);
    if (wrap > 0)
        column++;
}

static size_t read_group(unsigned char *group, size_t want)
{
    size_t n = 0;
    int c;

    while (n < want && (c = getchar()) != EOF)
        group[n++] = (unsigned char) c;
    return n;
}

static int encode(void)
{
    unsigned char in[3];
    size_t n, total = 0;

    while ((n = read_group(in, 3)) > 0) {
        unsigned long bits = (unsigned long) in[0] << 16;
        size_t i;

        if (n > 1)
            bits |= (unsigned long) in[1] << 8;
        if (n > 2)
            bits |= in[2];
        for (i = 0; i < 4; i++) {
            unsigned long six = (bits >> (18 - 6 * i)) & 63;
            put_wrapped(i <= n ? alphabet[six] : '=');
        }
        total += n;
    }
    if (total > 0)
        putchar('\n');
    return 0;
}

static int decode(void)
{
    unsigned long bits = 0, position = 0;
    int have = 0, pads = 0, c;

    while ((c = getchar()) != EOF) {
        int v;

        position++;
        if (c == '\n' || c == '\r' || c == ' ')
            continue;
        if (c == '=' && have >= 2 && have + pads < 4) {
            pads++;
            continue;
        }
        v = reverse[c];
        if (v < 0 || pads > 0) {
            if (ignore_junk && v < 0 && c != '=')
                continue;
            fprintf(stderr, "b64: bad character at position %lu\n", position);
            return 1;
        }
        bits = (bits << 6 | (unsigned long) v) & 0xffffffUL;
        if (++have == 4) {
            putchar((int) (bits >> 16 & 255));
            putchar((int) (bits >> 8 & 255));
            putchar((int) (bits & 255));
            bits = 0;
            have = 0;
        }
    }
    if (have == 0)
        return 0;
    if (have + pads != 4) {
        fprintf(stderr, "b64: input is cut short\n");
        return 1;
    }
    bits <<= 6 * pads;
    putchar((int) (bits >> 16 & 255));
    if (have == 3)
        putchar((int) (bits >> 8 & 255));
    return 0;
}

int main(int argc, char **argv)
{
    int decoding = 0, i;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-d") == 0) {
            decoding = 1;
        } else if (strcmp(argv[i], "-i") == 0) {
            ignore_junk = 1;
        } else if (strcmp(argv[i], "-w") == 0 && i + 1 < argc) {
            char *end;

            wrap = strtol(argv[++i], &end, 10);
            if (*end != '\0' || wrap < 0) {
                fprintf(stderr, "b64: bad line width\n");
                return 2;
            }
        } else {
            fprintf(stderr, "usage: b64 [-d] [-i] [-w N] < file\n");
            return 2;
        }
    }
    build_reverse();
    return decoding ? decode() : encode();
}
