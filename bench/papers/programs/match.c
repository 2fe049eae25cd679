{{/* Fig. 2 of "Bounded verification and testing of heap programs": a matcher of
regular expressions on an unknown, terminated expression. The question is
whether any access leaves its array. */ -}}
#define SIZE {{.Size}}

static int here(char *re, char *text);

static int star(int c, char *re, char *text)
{
    do {
        if (here(re, text))
            return 1;
    } while (*text != '\0' && (*text++ == c || c == '.'));
    return 0;
}

static int here(char *re, char *text)
{
    if (re[0] == '\0')
        return 0;
    if (re[1] == '*')
        return star(re[0], re + 2, text);
    if (re[0] == '$' && re[1] == '\0')
        return *text == '\0';
    if (*text != '\0' && (re[0] == '.' || re[0] == *text))
        return here(re + 1, text + 1);
    return 0;
}

static int match(char *re, char *text)
{
    if (re[0] == '^')
        return here(re + 1, text);
    do {
        if (here(re, text))
            return 1;
    } while (*text++ != '\0');
    return 0;
}

int main(void)
{
    char re[SIZE];
    for (int i = 0; i < SIZE - 1; i++)
        re[i] = (char)__VERIFIER_nondet_int();
    re[SIZE - 1] = '\0';
    match(re, "hello");
    return 0;
}
