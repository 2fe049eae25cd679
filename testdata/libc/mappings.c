/* free and realloc take what malloc and its kin gave, not what mmap gave. */
#include <stdlib.h>
#include <sys/mman.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int which = __VERIFIER_nondet_int();
    char *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *p = malloc(8);
    if (m == MAP_FAILED || p == NULL)
        return 1;
    if (which == 0)
        free(m); // @reachable bad-free
    if (which == 1)
        m = realloc(m, 8192); // @reachable bad-free
    if (which == 2)
        free(m + 1); // @reachable bad-free
    if (which == 3)
        free(p); // @unreachable bad-free
    if (which == 4 && munmap(m, 4096) == 0)
        p = realloc(p, 16); // @unreachable bad-free
    if (which == 5)
        p = realloc(m, 0); // @reachable bad-free
    if (which == 6)
        free(which > 5 ? m : p); // @reachable bad-free
    if (which == 7 && munmap(m, 4096) == 0)
        free(m); // @reachable double-free
    return 0;
}
