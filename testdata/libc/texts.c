/* Texts that the library owns: of errors, of locales. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <string.h>
extern int __xpg_strerror_r(int, char *, size_t);
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

static void errors(void)
{
    char b[32] = "kept";
    char *p = strerror_r(ENOENT, b, sizeof b);
    if (p == b || strcmp(b, "kept") != 0 || strcmp(p, "No such file or directory") != 0)
        here(); // @unreachable
    if (__xpg_strerror_r(ENOENT, b, 5) != ERANGE || strcmp(b, "No s") != 0)
        here(); // @unreachable
    int e = __VERIFIER_nondet_int();
    p = strerror_r(e, b, sizeof b);
    if (p == b)
        here(); // @reachable
    if (p != b)
        here(); // @reachable
    if (__xpg_strerror_r(e, b, sizeof b) == EINVAL)
        here(); // @reachable
}

static void locales(void)
{
    if (strcmp(setlocale(LC_ALL, NULL), "C") != 0)
        here(); // @unreachable
    if (strcmp(localeconv()->decimal_point, ".") != 0)
        here(); // @unreachable
    char *p = setlocale(LC_ALL, "");
    if (p == NULL)
        here(); // @reachable
    if (p != NULL && strcmp(p, "C") == 0)
        here(); // @reachable
    if (p != NULL && strcmp(p, "C.UTF-8") == 0)
        here(); // @reachable
    if (setlocale(77, "C") != NULL)
        here(); // @unreachable
    if (strcmp(setlocale(LC_ALL, "C"), "C") != 0 || strcmp(localeconv()->decimal_point, ".") != 0)
        here(); // @unreachable
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1)
        errors();
    else
        locales();
    return 0;
}
