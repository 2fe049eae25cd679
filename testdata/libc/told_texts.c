/* An argument that no null character ends is none of the function's own errors where it stops
 * before it: nothing is said of it then, and where it always ends, that is. */
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *some(int n, char *a, char *b) { return n ? a : b; }

int main(void)
{
    char cut[4], whole[4], *block = malloc(4);
    int n = __VERIFIER_nondet_int() & 1, c = 0;

    memcpy(cut, "abcd", 4);
    memcpy(whole, "abc", 4);
    if (strcmp(cut, "quit") == 0)           // @undecided no-text
        c++;
    if (strcmp(whole, "quit") == 0)         // @unreachable no-text
        c++;
    if (strcmp(some(n, cut, whole), "x") == 0) // @undecided no-text
        c++;
    cut[3] = (char)__VERIFIER_nondet_int();
    if (strchr(cut, 'a') != cut)            // @undecided no-text
        c++;
    cut[3] = 0;
    if (strchr(cut + n, 'a') == NULL)       // @unreachable no-text
        c++;
    if (block) {
        block[0] = '7';
        block[1] = ' ';
        c += atoi(block);                   // @undecided no-text
        block[3] = 0;
        block[2] = 1;
        c += atoi(block);                   // @unreachable no-text
    }
    if (n)
        c += strspn(NULL, "a") != 0;        // @undecided no-text
    return c;
}
