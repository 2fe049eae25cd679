/* strip: remove C comments from standard input.
 *
 * String and character literals are left alone.  A block comment becomes one
 * space, a line comment is cut up to its newline.  With -n the number of
 * comments per kind is reported, with -w also the deepest braces. */
#include <stdio.h>
#include <string.h>

enum state {
    CODE,
    SLASH,          /* seen a slash in code */
    LINE_COMMENT,
    BLOCK_COMMENT,
    BLOCK_STAR,     /* seen a star in a block comment */
    STRING,
    STRING_ESCAPE,
    CHARLIT,
    CHARLIT_ESCAPE,
    NSTATES
};

static const char *const state_name[NSTATES] = {
    "code", "slash", "line comment", "block comment", "block comment",
    "string", "string", "character", "character"
};

static unsigned long entered[NSTATES];
static unsigned long line = 1, opened_at;
static unsigned depth, deepest;

static enum state enter(enum state s)
{
    entered[s]++;
    opened_at = line;
    return s;
}

static enum state in_code(int c)
{
    switch (c) {
    case '/':
        return SLASH;
    case '"':
        putchar(c);
        return enter(STRING);
    case '\'':
        putchar(c);
        return enter(CHARLIT);
    case '{':
        if (++depth > deepest)
            deepest = depth;
        break;
    case '}':
        if (depth > 0)
            depth--;
        break;
    }
    putchar(c);
    return CODE;
}

static enum state step(enum state s, int c)
{
    switch (s) {
    case CODE:
        return in_code(c);
    case SLASH:
        if (c == '/')
            return enter(LINE_COMMENT);
        if (c == '*')
            return enter(BLOCK_COMMENT);
        putchar('/');
        return in_code(c);
    case LINE_COMMENT:
        if (c != '\n')
            return s;
        putchar(c);
        return CODE;
    case BLOCK_COMMENT:
        return c == '*' ? BLOCK_STAR : s;
    case BLOCK_STAR:
        if (c == '/') {
            putchar(' ');
            return CODE;
        }
        return c == '*' ? s : BLOCK_COMMENT;
    case STRING:
        putchar(c);
        return c == '\\' ? STRING_ESCAPE : c == '"' ? CODE : s;
    case STRING_ESCAPE:
        putchar(c);
        return STRING;
    case CHARLIT:
        putchar(c);
        return c == '\\' ? CHARLIT_ESCAPE : c == '\'' ? CODE : s;
    case CHARLIT_ESCAPE:
        putchar(c);
        return CHARLIT;
    default:
        return CODE;
    }
}

int main(int argc, char **argv)
{
    enum state s = CODE;
    int c, i, numbers = 0, braces = 0;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-n") == 0) {
            numbers = 1;
        } else if (strcmp(argv[i], "-w") == 0) {
            numbers = braces = 1;
        } else {
            fprintf(stderr, "usage: strip [-n] [-w] < file\n");
            return 2;
        }
    }

    while ((c = getchar()) != EOF) {
        s = step(s, c);
        if (c == '\n')
            line++;
    }
    if (s == SLASH)
        putchar('/');

    if (numbers)
        fprintf(stderr, "%lu block comments, %lu line comments, %lu strings\n",
                entered[BLOCK_COMMENT], entered[LINE_COMMENT], entered[STRING]);
    if (braces)
        fprintf(stderr, "braces nest %u deep\n", deepest);
    if (s != CODE && s != SLASH && s != LINE_COMMENT) {
        fprintf(stderr, "strip: unterminated %s from line %lu\n",
                state_name[s], opened_at);
        return 1;
    }
    return 0;
}
