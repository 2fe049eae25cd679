/* What a contract says of a stream that is read covers reads that ask for nothing. */
#include <stdio.h>
#include <wchar.h>

extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

/* All that is read was put back: what stdout holds back is written out later. */
static void put_back(void)
{
    char c;
    if (ungetc('x', stdin) == EOF)
        return;
    printf("a");
    if (scanf("%c", &c) != 1 || ferror(stdout))
        return;
    getchar();
    if (ferror(stdout))
        __VERIFIER_error(); // @unproved assertion
}

/* Of a wide stream a function for bytes gets nothing, and no indicator is set. */
static void of_wide(void)
{
    char line[10];
    fwide(stdin, 1);
    if (fgets(line, sizeof line, stdin) == NULL && !feof(stdin) && !ferror(stdin))
        __VERIFIER_error(); // @unproved assertion
}

int main(void)
{
    if (__VERIFIER_nondet_int())
        put_back();
    else
        of_wide();
    return 0;
}
