/* What a function that stops early asks of an argument holds although it may read less: that
 * it is a text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int given(int argc, char **argv)
{
    int n = 0;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0) // @unreachable no-text
            n++;
    return n;
}

static int lines(void)
{
    char line[80];
    int n = 0;

    while (fgets(line, sizeof line, stdin))
        if (strcmp(line, "quit\n") == 0) // @unreachable no-text
            n++;
    return n;
}

static int cut(const char *s)
{
    char name[8];
    int n = 0;

    strncpy(name, s, sizeof name);
    for (int i = 0; i < 3; i++)
        n += strcmp(name, "list") == 0; // @reachable no-text
    name[7] = 0;
    for (int i = 0; i < 3; i++)
        n += strchr(name, 'x') != NULL; // @unreachable no-text
    return n;
}

static int block(void)
{
    char *p = malloc(8);

    if (!p)
        return 0;
    memset(p, 'a', 8);
    for (int i = 0; i < 3; i++)
        if (strncmp(p, "b", 1) != 0 && strchr(p, 'a') == p) // @reachable no-text
            continue;
    p[__VERIFIER_nondet_int() & 7] = 0;
    return atoi(p); // @unreachable no-text
}

int main(int argc, char **argv)
{
    return given(argc, argv) + lines() + block() + (argc > 1 ? cut(argv[1]) : 0);
}
