/* tokens - split a small language read from stdin into tokens */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAXTEXT 24

enum kind { T_EOF, T_KEYWORD, T_IDENT, T_NUMBER, T_STRING, T_OPER, T_BAD, T_KINDS };

struct token {
    enum kind kind;
    int keyword;                /* index in the keyword table, or -1 */
    unsigned line;
    char text[MAXTEXT];
};

static const char *const kind_name[T_KINDS] = {
    "eof", "keyword", "ident", "number", "string", "oper", "bad"
};

static const struct {
    const char *word;
    int opens, closes;          /* effect on the block depth */
} keywords[] = {
    { "begin",  1, 0 }, { "do",    1, 0 }, { "end",  0, 1 },
    { "else",   0, 0 }, { "if",    0, 0 }, { "let",  0, 0 },
    { "print",  0, 0 }, { "while", 0, 0 },
};

enum { NKEYWORDS = sizeof keywords / sizeof keywords[0] };

static unsigned cur_line = 1;

static int next_char(void)
{
    int c = getchar();

    if (c == '\n')
        cur_line++;
    return c;
}

static void push_back(int c)
{
    if (c == '\n')
        cur_line--;
    if (c != EOF)
        ungetc(c, stdin);
}

static int find_keyword(const char *s)
{
    int i;

    for (i = 0; i < NKEYWORDS; i++)
        if (strcmp(keywords[i].word, s) == 0)
            return i;
    return -1;
}

/* Collect characters accepted by 'accept'; longer words are cut off. */
static void collect(struct token *t, int first, int (*accept)(int))
{
    int c = first;
    size_t n = 0;

    while (c != EOF && accept(c)) {
        if (n < MAXTEXT)
            t->text[n++] = (char)c;
        c = next_char();
    }
    push_back(c);
    t->text[n] = '\0';
}

static int word_char(int c)
{
    return isalnum(c) || c == '_';
}

static int read_string(struct token *t)
{
    size_t n = 0;
    int c;

    while ((c = next_char()) != EOF && c != '"') {
        if (c == '\n')
            return 0;
        if (n < sizeof t->text - 1)
            t->text[n++] = (char)c;
    }
    t->text[n] = '\0';
    return c == '"';
}

static void next_token(struct token *t)
{
    int c;

    do {
        c = next_char();
    } while (c != EOF && isspace(c));

    t->keyword = -1;
    t->line = cur_line;
    t->text[0] = '\0';

    if (c == EOF) {
        t->kind = T_EOF;
    } else if (isalpha(c) || c == '_') {
        collect(t, c, word_char);
        t->keyword = find_keyword(t->text);
        t->kind = t->keyword >= 0 ? T_KEYWORD : T_IDENT;
    } else if (isdigit(c)) {
        collect(t, c, isdigit);
        t->kind = T_NUMBER;
    } else if (c == '"') {
        t->kind = read_string(t) ? T_STRING : T_BAD;
        if (t->kind == T_BAD)
            strcpy(t->text, "open string");
    } else if (strchr("+-*/=<>(){};,", c) != NULL && c != '\0') {
        t->text[0] = (char)c;
        t->text[1] = '\0';
        t->kind = T_OPER;
    } else {
        t->kind = T_BAD;
        snprintf(t->text, sizeof t->text, "char %d", c);
    }
}

int main(void)
{
    struct token tok;
    unsigned long count[T_KINDS] = { 0 };
    int depth = 0, k;

    for (next_token(&tok); tok.kind != T_EOF; next_token(&tok)) {
        printf("%u: %-8s %s\n", tok.line, kind_name[tok.kind], tok.text);
        count[tok.kind]++;
        if (tok.keyword >= 0) {
            depth += keywords[tok.keyword].opens;
            depth -= keywords[tok.keyword].closes;
            if (depth < 0 || depth > 100) {
                printf("%u: blocks do not match\n", tok.line);
                depth = 0;
            }
        }
    }
    for (k = 1; k < T_KINDS; k++)
        printf("%-8s %lu\n", kind_name[k], count[k]);
    if (depth != 0)
        printf("%d open blocks\n", depth);
    return count[T_BAD] != 0;
}
