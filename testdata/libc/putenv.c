/* The environment: strings of the program in it, copies, names that are not known. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static void here(void) { }

static void edited(void)
{
    char text[] = "MODE=slow";
    if (putenv(text) != 0) {
        if (errno != ENOMEM)
            here(); // @unreachable
        return;
    }
    char *v = getenv("MODE");
    if (v != text + 5)
        here(); // @unreachable
    text[5] = 'f';
    if (strcmp(getenv("MODE"), "flow") != 0)
        here(); // @unreachable
    if (getenv("MODE")[0] == 'f')
        here(); // @reachable
    text[0] = 'N';
    if (getenv("MODE") != NULL || getenv("NODE") != text + 5)
        here(); // @unreachable
    text[0] = 'M';
    if (setenv("MODE", "x", 1) == 0 && (getenv("MODE")[0] != 'x' || text[5] != 'f'))
        here(); // @unreachable
}

static void copied(void)
{
    char value[] = "one";
    if (setenv("A", value, 1) != 0)
        return;
    char *old = getenv("A");
    value[0] = 'x';
    if (strcmp(old, "one") != 0)
        here(); // @unreachable
    unsetenv("A");
    if (getenv("A") != NULL || strcmp(old, "one") != 0)
        here(); // @unreachable
    if (setenv("A=B", "1", 1) != -1 || errno != EINVAL || unsetenv("") != -1)
        here(); // @unreachable
    clearenv();
    if (getenv("HOME") != NULL)
        here(); // @unreachable
}

static void unnamed(void)
{
    char name[2] = {(char)__VERIFIER_nondet_int(), 0};
    char *v = getenv(name);
    if (v == NULL)
        here(); // @reachable
    if (v != NULL && strcmp(v, "yes") == 0)
        here(); // @reachable
    if (getenv(name) != v)
        here(); // @unreachable
    if (name[0] == 'K' && getenv("K") != v)
        here(); // @unreachable
}

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: edited(); break;
    case 2: copied(); break;
    default: unnamed(); break;
    }
    return 0;
}
