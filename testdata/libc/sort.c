/* qsort and bsearch call the program back. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void here(void) { }
static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int v[3], key = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        v[i] = __VERIFIER_nondet_int();
    int first = v[0];
    qsort(v, 3, sizeof *v, by_value);
    if (v[0] > v[1] || v[1] > v[2])
        here(); // @unreachable
    if (first != v[0] && first != v[1] && first != v[2])
        here(); // @unreachable
    if (first == v[1] && v[0] < v[1] && v[1] < v[2])
        here(); // @reachable
    int *p = bsearch(&key, v, 3, sizeof *v, by_value);
    if (p != NULL && *p != key || p == NULL && v[1] == key)
        here(); // @unreachable
    return 0;
}
