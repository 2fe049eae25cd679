/* Unknown strings: what the functions say of them holds. */
#include <string.h>
#include <strings.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
static void here(void) { }

int main(void)
{
    char s[4], d[4];
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    size_t n = strlen(s);
    if (n > 3 || n < 3 && s[n] != 0)
        here(); // @unreachable
    char *p = strchr(s, 'x');
    if (p != NULL && *p != 'x' || p == NULL && s[0] == 'x')
        here(); // @unreachable
    if (strcmp(s, "ab") == 0 && n != 2)
        here(); // @unreachable
    if (strcmp(s, "ab") == 0 && strcasecmp(s, "AB") != 0)
        here(); // @unreachable
    if (p == s + 2 && strrchr(s, 'x') == p && strcspn(s, "x") == 2)
        here(); // @reachable
    strcpy(d, s);
    if (memcmp(s, d, n + 1) != 0)
        here(); // @unreachable
    char list[] = "a,b,,c";
    char *t = strtok(list, ",");
    if (t != list || strcmp(strtok(NULL, ","), "b") != 0 || strcmp(strtok(NULL, ","), "c") != 0 || strtok(NULL, ",") != NULL)
        here(); // @unreachable
    char *copy = strdup(s);
    if (copy != NULL && strcmp(copy, s) != 0)
        here(); // @unreachable
    free(copy);
    if (n == 3)
        strcat(d, "y"); // @reachable out-of-bounds
    return 0;
}
