/* What allocators may do beyond what one of them does: blocks that stay where they were,
 * more room than was asked for, alignments that are no powers of two. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
static void here(void) { }

static void resized(void)
{
    char *p = malloc(40);
    if (p == NULL)
        return;
    p[0] = 7;
    uintptr_t old = (uintptr_t)p;
    char *q = realloc(p, 80);
    if (q == NULL) {
        free(p);
        return;
    }
    if ((uintptr_t)q == old)
        here(); // @reachable
    if ((uintptr_t)q != old)
        here(); // @reachable
    if (q[0] != 7)
        here(); // @unreachable
    free(q);
}

static void emptied(void)
{
    char *p = malloc(8);
    errno = 0;
    if (p == NULL)
        return;
    if (realloc(p, 0) != NULL)
        here(); // @unreachable
    if (errno != 0)
        here(); // @unreachable
    p = reallocarray(NULL, (size_t)1 << 33, (size_t)1 << 33);
    if (p != NULL || errno != ENOMEM)
        here(); // @unreachable
}

static void roomy(void)
{
    char *p = malloc(10);
    if (p == NULL)
        return;
    size_t n = malloc_usable_size(p);
    if (n < 10)
        here(); // @unreachable
    if (n == 10)
        here(); // @reachable
    if (n == 24)
        here(); // @reachable
    if (n == 11)
        here(); // @unreachable
    if (malloc_usable_size(NULL) != 0)
        here(); // @unreachable
    free(p);
}

static void odd(void)
{
    void *p = memalign(48, 10), *q = (void *)&p;
    if (p != NULL)
        here(); // @reachable
    if (p != NULL && (uintptr_t)p % 64 != 0)
        here(); // @unreachable
    if (p == NULL && errno == EINVAL)
        here(); // @unreachable
    if (memalign(SIZE_MAX, 1) != NULL)
        here(); // @unreachable
    free(p);
    p = aligned_alloc(24, 8);
    if (p != NULL)
        here(); // @reachable
    if (p == NULL && errno == EINVAL)
        here(); // @reachable
    free(p);
    if (posix_memalign(&q, 4, 8) != EINVAL || q != (void *)&p)
        here(); // @unreachable
    p = pvalloc(1);
    if (p != NULL && malloc_usable_size(p) < 4096)
        here(); // @unreachable
    free(p);
}

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: resized(); break;
    case 2: emptied(); break;
    case 3: roomy(); break;
    default: odd(); break;
    }
    return 0;
}
