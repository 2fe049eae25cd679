/* stdlib.h: allocation, integer arithmetic, searching and sorting, random
 * numbers. The end of the program is in exit.c, numbers in text in strtol.c. */
#include "assay.h"
#include "model.h"

void *__model_alloc(size_t size, int zero)
{
    if (size > MAX_BLOCK) {
        errno = ENOMEM;
        return NULL;
    }
    return __assay_alloc(size, zero);
}

static int refused(void)
{
    if (!__assay_choose("malloc"))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return refused() ? NULL : __model_alloc(size, 0); }

/* Without a branch where one factor is known: the product of 2n bits. */
static size_t product(size_t n, size_t size)
{
    size_t total;
    int wraps = __builtin_mul_overflow(n, size, &total);
    return total | (0 - (size_t)wraps);
}

void *calloc(size_t n, size_t size) { return refused() ? NULL : __model_alloc(product(n, size), 1); }

void free(void *p)
{
    if (p != NULL)
        __assay_free(p);
}

void cfree(void *p) { free(p); }

/* The block always moves; that its address may come back is the engine's rule
 * about addresses. */
void *__model_realloc(void *p, size_t size, const char *key)
{
    if (__assay_choose(key)) {
        errno = ENOMEM;
        return NULL;
    }
    if (p != NULL && size == 0) {
        __assay_free(p);
        return NULL;
    }
    char *q = __model_alloc(size, 0);
    if (q == NULL || p == NULL)
        return q;
    size_t n = __assay_room(p);
    if (n > size)
        n = size;
    __assay_copy(q, p, n, 1);
    __assay_free(p);
    return q;
}

void *realloc(void *p, size_t size) { return __model_realloc(p, size, "malloc"); }
void *reallocarray(void *p, size_t n, size_t size) { return realloc(p, product(n, size)); }

size_t malloc_usable_size(void *p) { return p == NULL ? 0 : __assay_room(p); }

/* align is a power of two. */
static void *aligned(size_t align, size_t size)
{
    void *p = __model_alloc(size, 0);
    if (p != NULL && align > 16)
        __assay_assume(((uintptr_t)p & (align - 1)) == 0);
    return p;
}

static int power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

void *aligned_alloc(size_t align, size_t size)
{
    if (refused())
        return NULL;
    if (!power_of_two(align)) {
        errno = EINVAL;
        return NULL;
    }
    return aligned(align, size);
}

void *memalign(size_t align, size_t size) { return aligned_alloc(align, size); }
void *valloc(size_t size) { return aligned_alloc(4096, size); }

int posix_memalign(void **out, size_t align, size_t size)
{
    if (__assay_choose("malloc"))
        return ENOMEM;
    if (!power_of_two(align) || align % sizeof(void *) != 0)
        return EINVAL;
    void *p = aligned(align, size);
    if (p == NULL)
        return ENOMEM;
    *out = p;
    return 0;
}

/* The most negative value has no absolute one: the negation overflows here. */
int abs(int v) { return v < 0 ? -v : v; }
long labs(long v) { return v < 0 ? -v : v; }
long long llabs(long long v) { return v < 0 ? -v : v; }
long long imaxabs(long long v) { return v < 0 ? -v : v; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
lldiv_t imaxdiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

typedef int compare(const void *, const void *);

void *bsearch(const void *key, const void *base, size_t n, size_t size, compare *cmp)
{
    const char *p = base;
    size_t lo = 0;
    while (lo < n) {
        size_t mid = lo + (n - lo) / 2;
        int c = cmp(key, p + mid * size);
        if (c == 0)
            return (void *)(p + mid * size);
        if (c < 0)
            n = mid;
        else
            lo = mid + 1;
    }
    return NULL;
}

typedef int compare_r(const void *, const void *, void *);

/* Merges the sorted neighbours [lo, mid) and [mid, hi) of base by way of tmp. */
static void merge(char *base, char *tmp, size_t lo, size_t mid, size_t hi, size_t size, compare_r *cmp, void *arg)
{
    size_t i = lo, j = mid, k = lo;
    while (i < mid && j < hi) {
        size_t from = cmp(base + i * size, base + j * size, arg) <= 0 ? i++ : j++;
        __assay_copy(tmp + k++ * size, base + from * size, size, 1);
    }
    __assay_copy(tmp + k * size, base + i * size, (mid - i) * size, 1);
    k += mid - i;
    __assay_copy(tmp + k * size, base + j * size, (hi - j) * size, 1);
    __assay_copy(base + lo * size, tmp + lo * size, (hi - lo) * size, 1);
}

/* Bottom-up merge sort: stable, as glibc's was up to 2.36. */
void qsort_r(void *base, size_t n, size_t size, compare_r *cmp, void *arg)
{
    if (n < 2 || size == 0)
        return;
    char *tmp = __assay_alloc(n * size, 0);
    for (size_t width = 1; width < n; width *= 2)
        for (size_t lo = 0; lo + width < n; lo += 2 * width)
            merge(base, tmp, lo, lo + width, lo + 2 * width < n ? lo + 2 * width : n, size, cmp, arg);
    __assay_free(tmp);
}

static int call_plain(const void *a, const void *b, void *cmp) { return (*(compare **)cmp)(a, b); }

void qsort(void *base, size_t n, size_t size, compare *cmp) { qsort_r(base, n, size, call_plain, &cmp); }

/* Any number each time: seeds have no influence. */
int rand(void) { return (int)__assay_nondet(31, "rand"); }
long random(void) { return __assay_nondet(31, "random"); }
int rand_r(unsigned *seed)
{
    *seed = (unsigned)__assay_nondet(32, "rand_r");
    return (int)(*seed & INT_MAX);
}
long lrand48(void) { return __assay_nondet(31, "lrand48"); }
long mrand48(void) { return (int)__assay_nondet(32, "mrand48"); }
unsigned arc4random(void) { return (unsigned)__assay_nondet(32, "arc4random"); }
void srand(unsigned seed) { (void)seed; }
void srandom(unsigned seed) { (void)seed; }
void srand48(long seed) { (void)seed; }

void __model_any_bytes(char *p, size_t n, const char *key)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (char)__assay_nondet(8, key);
}
