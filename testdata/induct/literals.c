/* A format that is one of several literals. */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static const char *const rows[] = {"%d\n", "row %d\n", "%d rows\n"};

int main(void)
{
    char text[8];
    int n = 0, i, a[4] = {1, 2, 3, 4};
    for (i = 0; i < __VERIFIER_nondet_int(); i++) {
        printf(i == 1 ? "%d turn\n" : "%d turns\n", i);
        printf(rows[(unsigned)i % 3], i);
        n = sprintf(text, i % 2 ? "one" : "%s", "three");
        (void)(1 / (n == 3 || n == 5)); // @unreachable division-by-zero
        if (__VERIFIER_nondet_int())
            (void)(1 / (n - 3)); // @reachable division-by-zero
        if (__VERIFIER_nondet_int())
            (void)(1 / (n - 5)); // @reachable division-by-zero
        a[i & 3] = a[(i + 1) & 3] ? 1 : 2;
        (void)(1 / a[i & 3]); // @unreachable division-by-zero
    }
    return 0;
}
