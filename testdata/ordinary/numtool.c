/* numtool - small number utilities, selected by the first argument */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*handler_fn)(int argc, char **argv);

struct command {
    const char *name;
    int min_args;
    int max_args;              /* -1: any number */
    handler_fn run;
    const char *help;
};

static int cmd_gcd(int argc, char **argv);
static int cmd_sum(int argc, char **argv);
static int cmd_factor(int argc, char **argv);
static int cmd_base(int argc, char **argv);
static int cmd_help(int argc, char **argv);

static const struct command commands[] = {
    { "gcd",    2,  2, cmd_gcd,    "gcd A B        greatest common divisor" },
    { "sum",    1, -1, cmd_sum,    "sum N...       sum of all numbers" },
    { "factor", 1,  1, cmd_factor, "factor N       prime factors of N" },
    { "base",   2,  2, cmd_base,   "base N B       N written in base B (2-16)" },
    { "help",   0,  1, cmd_help,   "help [CMD]     this text" },
};

#define N_COMMANDS (sizeof commands / sizeof commands[0])

static int to_int(const char *s, int *out)
{
    char *end;
    long v;

    errno = 0;
    v = strtol(s, &end, 10);
    if (end == s || *end != '\0' || errno == ERANGE ||
        v > INT_MAX || v < -INT_MAX) {
        fprintf(stderr, "numtool: bad number '%s'\n", s);
        return 0;
    }
    *out = (int)v;
    return 1;
}

static int cmd_gcd(int argc, char **argv)
{
    int a, b;

    (void)argc;
    if (!to_int(argv[0], &a) || !to_int(argv[1], &b))
        return 1;
    if (a < 0)
        a = -a;
    if (b < 0)
        b = -b;
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    printf("%d\n", a);
    return 0;
}

static int cmd_sum(int argc, char **argv)
{
    int total = 0, v, i;

    for (i = 0; i < argc; i++) {
        if (!to_int(argv[i], &v))
            return 1;
        if ((v > 0 && total > INT_MAX - v) || (v < 0 && total < INT_MIN - v)) {
            fputs("numtool: sum too large\n", stderr);
            return 1;
        }
        total += v;
    }
    printf("%d\n", total);
    return 0;
}

static int cmd_factor(int argc, char **argv)
{
    int n, p;

    (void)argc;
    if (!to_int(argv[0], &n))
        return 1;
    if (n < 2) {
        fputs("numtool: factor needs N >= 2\n", stderr);
        return 1;
    }
    printf("%d:", n);
    for (p = 2; p <= n / p; p++) {
        while (n % p == 0) {
            printf(" %d", p);
            n /= p;
        }
    }
    if (n > 1)
        printf(" %d", n);
    putchar('\n');
    return 0;
}

static int cmd_base(int argc, char **argv)
{
    char digits[40];
    int n, b, pos = 0;
    int neg = 0;

    (void)argc;
    if (!to_int(argv[0], &n) || !to_int(argv[1], &b))
        return 1;
    if (b < 2 || b > 16) {
        fputs("numtool: base must be 2 to 16\n", stderr);
        return 1;
    }
    if (n < 0) {
        neg = 1;
        n = -n;
    }
    do {
        digits[pos++] = "0123456789abcdef"[n % b];
        n /= b;
    } while (n > 0);
    if (neg)
        digits[pos++] = '-';
    while (pos > 0)
        putchar(digits[--pos]);
    putchar('\n');
    return 0;
}

static const struct command *find_command(const char *name)
{
    size_t i;

    for (i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int cmd_help(int argc, char **argv)
{
    size_t i;

    if (argc == 1) {
        const struct command *c = find_command(argv[0]);
        if (c == NULL) {
            fprintf(stderr, "numtool: no command '%s'\n", argv[0]);
            return 1;
        }
        puts(c->help);
        return 0;
    }
    for (i = 0; i < N_COMMANDS; i++)
        printf("  %s\n", commands[i].help);
    return 0;
}

int main(int argc, char **argv)
{
    const struct command *c;
    int given;

    if (argc < 2) {
        fputs("usage: numtool COMMAND [ARGS]; try 'numtool help'\n", stderr);
        return 2;
    }
    c = find_command(argv[1]);
    if (c == NULL) {
        fprintf(stderr, "numtool: unknown command '%s'\n", argv[1]);
        return 2;
    }
    given = argc - 2;
    if (given < c->min_args || (c->max_args >= 0 && given > c->max_args)) {
        fprintf(stderr, "usage: numtool %s\n", c->help);
        return 2;
    }
    return c->run(given, argv + 2);
}
