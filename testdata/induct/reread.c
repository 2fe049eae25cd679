/* A byte that is read twice is the same, unless something is written between. */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static char line[200], other[200];

static int at(void)
{
    unsigned i = (unsigned)__VERIFIER_nondet_int();
    return i < 200 ? (int)i : 0;
}

static void twice(char *p, char *q)
{
    int i = at();
    char a = p[i];
    char b = p[i];
    (void)(1 / (a == b));          // @unreachable division-by-zero
    q[3] = 7;
    (void)(1 / (p[i] == a || __VERIFIER_nondet_int())); // @reachable division-by-zero
    q[at()] = 1;
    (void)(1 / (p[i] == a));       // @reachable division-by-zero
    a = p[i];
    if (a == 0 && p[i] != 0)
        (void)(1 / (a + 0));       // @unreachable division-by-zero
    if (a == 0)
        (void)(1 / (p[i] + 0));    // @reachable division-by-zero
}

static void library(char *p)
{
    int i = at();
    char a = p[i];
    if (fgets(p, 200, stdin))
        (void)(1 / (p[i] == a));   // @reachable division-by-zero
}

/* On one way it was written, on the other not. */
static void ways(char *p)
{
    int i = at();
    char a = p[i];
    if (__VERIFIER_nondet_int())
        p[at()] = 2;
    (void)(1 / (p[i] == a));       // @reachable division-by-zero
    int j = at();
    char b = p[j];
    if (__VERIFIER_nondet_int())
        i = 3;
    char c = p[j];
    (void)(1 / (b == c));          // @unreachable division-by-zero
}

int main(void)
{
    for (int i = 0; i < 200; i++)
        line[i] = (char)__VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        twice(line, line);
        library(line);
        ways(line);
    }
    return 0;
}
