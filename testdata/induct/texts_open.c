/* What is not known of a text is open: where a check of it may fail, a run may go on. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

/* All but the last byte are 0, and the last that was written is not. */
static char *zeros(void)
{
    int n = __VERIFIER_nondet_int();
    char *s;
    if (n < 10 || n > 10000 || (s = malloc(n)) == NULL)
        return NULL;
    for (int i = 0; i < n; i++)
        s[i] = 0;
    s[n - 1] = 'a';
    return s;
}

static void printed(void)
{
    char *s = zeros();
    if (s == NULL)
        return;
    puts(s);
    __VERIFIER_error(); // @unproved assertion
}

static void measured(void)
{
    char *s = zeros();
    if (s == NULL)
        return;
    if (strlen(s) == 0)
        __VERIFIER_error(); // @unproved assertion
}

/* The three bytes have no end, and none is looked for. */
static void part(void)
{
    char word[3];
    for (int i = 0; i < 3; i++)
        word[i] = 'a' + (__VERIFIER_nondet_int() & 7);
    printf("%.3s", word);
    if (strchr(word, word[1]) == word + 1)
        __VERIFIER_error(); // @unproved assertion
}

/* Two texts are one, and of the same length, where they are the same. */
static void compared(void)
{
    char line[200], other[200], word[40];
    if (!fgets(line, sizeof line, stdin) || !fgets(other, sizeof other, stdin) || !fgets(word, sizeof word, stdin))
        return;
    if (strcmp(line, other) == 0 && strlen(line) > 20)
        __VERIFIER_error(); // @unproved assertion
    if (strcmp(word, "quit") == 0 && word[3] != 't')
        __VERIFIER_error(); // @unreachable assertion
    if (strncmp(line, "ab", 2) == 0 && line[5] == 'x')
        __VERIFIER_error(); // @unproved assertion
}

/* What is read may hold addresses. */
static void mapped(void)
{
    struct sigaction old[20];
    struct { void (*handler)(int); } first;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 19 || sigaction(SIGINT, NULL, &old[i]) != 0)
        return;
    memcpy(&first, &old[i], sizeof first);
    if (first.handler == SIG_DFL || first.handler == SIG_IGN)
        return;
    first.handler(SIGINT);
    __VERIFIER_error(); // @unproved assertion
}

/* Numbers that stand where no address does are computed with. */
static struct { char name[100]; long sum, count; } table[20];

static void numbers(void)
{
    int i = __VERIFIER_nondet_int(), *p = malloc(4 * sizeof *p);
    if (p == NULL || i < 0 || i > 19)
        return;
    if (table[i].count != 0)
        table[i].sum += table[i].sum / table[i].count;
    p[i & 3] = 1; // @unreachable out-of-bounds foreign-access
    free(p);
}

int main(void)
{
    printed();
    measured();
    part();
    compared();
    mapped();
    numbers();
    return 0;
}
