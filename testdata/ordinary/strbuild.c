/* strbuild - fold the lines of stdin into one comma separated, quoted list.
 * The result is assembled in a growing string buffer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

typedef struct {
    char  *data;
    size_t len;
    size_t cap;
} StrBuf;

static void sb_init(StrBuf *sb)
{
    sb->data = NULL;
    sb->len = 0;
    sb->cap = 0;
}

static void sb_free(StrBuf *sb)
{
    free(sb->data);
    sb_init(sb);
}

/* Make room for 'extra' more characters and the terminator. */
static void sb_reserve(StrBuf *sb, size_t extra)
{
    size_t want = sb->len + extra + 1;
    size_t cap = sb->cap ? sb->cap : 32;

    if (want <= sb->cap)
        return;
    while (cap < want)
        cap *= 2;
    sb->data = realloc(sb->data, cap);
    sb->cap = cap;
}

static void sb_putc(StrBuf *sb, char c)
{
    sb_reserve(sb, 1);
    sb->data[sb->len++] = c;
    sb->data[sb->len] = '\0';
}

static void sb_puts(StrBuf *sb, const char *s)
{
    size_t n = strlen(s);

    sb_reserve(sb, n);
    memcpy(sb->data + sb->len, s, n + 1);
    sb->len += n;
}

static void sb_put_quoted(StrBuf *sb, const char *s)
{
    static const char hex[] = "0123456789abcdef";

    sb_putc(sb, '"');
    for (; *s != '\0'; s++) {
        unsigned char c = (unsigned char)*s;

        if (c == '"' || c == '\\') {
            sb_putc(sb, '\\');
            sb_putc(sb, (char)c);
        } else if (c == '\t') {
            sb_puts(sb, "\\t");
        } else if (isprint(c)) {
            sb_putc(sb, (char)c);
        } else {
            sb_puts(sb, "\\x");
            sb_putc(sb, hex[c >> 4]);
            sb_putc(sb, hex[c & 15]);
        }
    }
    sb_putc(sb, '"');
}

/* remove white space at both ends, in place */
static char *trim(char *s)
{
    size_t n;

    while (isspace((unsigned char)*s))
        s++;
    n = strlen(s);
    while (n > 0 && isspace((unsigned char)s[n - 1]))
        n--;
    s[n] = '\0';
    return s;
}

int main(int argc, char **argv)
{
    char line[512];
    StrBuf out;
    unsigned long items = 0;
    const char *sep = ", ";

    if (argc > 2) {
        fprintf(stderr, "usage: strbuild [separator]\n");
        return 2;
    }
    if (argc == 2)
        sep = argv[1];

    sb_init(&out);
    sb_puts(&out, "[");
    while (fgets(line, sizeof line, stdin)) {
        char *item = trim(line);

        if (*item == '\0')
            continue;
        if (items > 0)
            sb_puts(&out, sep);
        sb_put_quoted(&out, item);
        items++;
    }
    sb_puts(&out, "]");

    printf("%s\n", out.data);
    fprintf(stderr, "%lu items, %lu bytes\n", items, (unsigned long)out.len);
    sb_free(&out);
    return 0;
}
