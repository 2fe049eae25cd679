/* lineparse - read drawing directives, one per line, and list what they say.
 *
 *   point X Y
 *   line  X1 Y1 X2 Y2
 *   label X Y some_name
 *
 * Anything after '#' is a comment.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LINE_MAX_LEN 256
#define NAME_LEN     16
#define COORD_MAX    10000

static int line_no;
static int errors;
static long path_length;

static void complain(const char *msg)
{
    fprintf(stderr, "line %d: %s\n", line_no, msg);
    errors++;
}

static void skip_blanks(const char **cur)
{
    while (**cur == ' ' || **cur == '\t')
        (*cur)++;
}

static int at_end(const char **cur)
{
    skip_blanks(cur);
    return **cur == '\0' || **cur == '#' || **cur == '\n';
}

/* Read a word of lower case letters; returns its length, 0 if none or
 * if it does not fit. */
static size_t parse_word(const char **cur, char *out, size_t size)
{
    size_t n = 0;

    skip_blanks(cur);
    while (islower((unsigned char)**cur)) {
        if (n + 1 >= size)
            return 0;
        out[n++] = **cur;
        (*cur)++;
    }
    out[n] = '\0';
    return n;
}

/* Read a coordinate in -COORD_MAX .. COORD_MAX. */
static int parse_coord(const char **cur, int *out)
{
    int neg = 0, val = 0, digits = 0;

    skip_blanks(cur);
    if (**cur == '-') {
        neg = 1;
        (*cur)++;
    }
    while (**cur >= '0' && **cur <= '9') {
        val = val * 10 + (**cur - '0');
        if (val > COORD_MAX)
            return 0;
        digits++;
        (*cur)++;
    }
    if (digits == 0)
        return 0;
    *out = neg ? -val : val;
    return 1;
}

static int parse_point(const char **cur, int *x, int *y)
{
    return parse_coord(cur, x) && parse_coord(cur, y);
}

static void do_line(const char **cur)
{
    int x1, y1, x2, y2, dx, dy;

    if (!parse_point(cur, &x1, &y1) || !parse_point(cur, &x2, &y2)) {
        complain("line needs four coordinates");
        return;
    }
    dx = x2 > x1 ? x2 - x1 : x1 - x2;
    dy = y2 > y1 ? y2 - y1 : y1 - y2;
    printf("line from (%d,%d) to (%d,%d), manhattan length %d\n",
           x1, y1, x2, y2, dx + dy);
    if (path_length < 1000000000L)
        path_length += dx + dy;
}

static void do_label(const char **cur)
{
    int x, y;
    size_t len = 0;
    char name[NAME_LEN];

    if (!parse_point(cur, &x, &y)) {
        complain("label needs a position");
        return;
    }
    skip_blanks(cur);
    memset(name, 0, sizeof name);
    while (isalnum((unsigned char)(*cur)[len]) || (*cur)[len] == '_')
        len++;
    if (len == 0) {
        complain("label needs a name");
        return;
    }
    strncpy(name, *cur, len < NAME_LEN ? len : NAME_LEN);
    *cur += len;
    printf("label '%s' at (%d,%d)\n", name, x, y);
}

static void parse_line(const char *text)
{
    const char *cur = text;
    char verb[10];
    int x, y;

    if (at_end(&cur))
        return;
    if (parse_word(&cur, verb, sizeof verb) == 0) {
        complain("directive expected");
        return;
    }
    if (strcmp(verb, "point") == 0) {
        if (parse_point(&cur, &x, &y))
            printf("point (%d,%d)\n", x, y);
        else
            complain("point needs two coordinates");
    } else if (strcmp(verb, "line") == 0) {
        do_line(&cur);
    } else if (strcmp(verb, "label") == 0) {
        do_label(&cur);
    } else {
        complain("unknown directive");
        return;
    }
    if (!at_end(&cur))
        complain("junk at end of line");
}

int main(void)
{
    char buf[LINE_MAX_LEN];

    while (line_no < 100000 && fgets(buf, sizeof buf, stdin) != NULL) {
        line_no++;
        parse_line(buf);
    }
    printf("%d lines, %d errors, total length %ld\n",
           line_no, errors, path_length);
    return errors != 0;
}
