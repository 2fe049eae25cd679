/* stdlib.h: allocation, integer arithmetic, searching and sorting. The end of the program is
 * in exit.c, numbers in text in strtol.c, random ones in random.c. */
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

static int refused(const char *key)
{
    if (!__assay_choose(key))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *__model_new(size_t size, const char *key)
{
    if (__assay_own("malloc"))
        return malloc(size);
    return refused(key) ? NULL : __model_alloc(size, 0);
}

void *malloc(size_t size) { return refused("malloc") ? NULL : __model_alloc(size, 0); }

/* Without a branch where one factor is known: the product of 2n bits. */
static size_t product(size_t n, size_t size)
{
    size_t total;
    int wraps = __builtin_mul_overflow(n, size, &total);
    return total | (0 - (size_t)wraps);
}

void *calloc(size_t n, size_t size) { return refused("malloc") ? NULL : __model_alloc(product(n, size), 1); }

/* Of programs without mappings; mman.c has the one of others. */
__attribute__((weak)) int __model_is_mapping(const void *p)
{
    (void)p;
    return 0;
}

static void release(void *p)
{
    if (__model_is_mapping(p))
        __assay_fail("bad-free");
    __assay_free(p);
}

void free(void *p)
{
    if (p != NULL)
        release(p);
}

void cfree(void *p) { free(p); }

/* A block with a life of its own, which may lie where the old one lay: that is what a
 * program sees of a block that grows or shrinks in place. */
void *__model_realloc(void *p, size_t size, const char *key)
{
    if (__assay_own("realloc"))
        return realloc(p, size);
    int failed = __assay_choose(key);
    if (p != NULL && size == 0) {
        release(p);
        return NULL;
    }
    if (p != NULL && __model_is_mapping(p))
        __assay_fail("bad-free");
    if (failed) {
        errno = ENOMEM;
        return NULL;
    }
    char *q = __model_alloc(size, 0);
    if (q == NULL || p == NULL)
        return q;
    size_t n = __assay_room(p);
    if (n > size)
        n = size;
    __assay_copy(q, p, n, 1);
    __assay_replace(p, q);
    return q;
}

void *realloc(void *p, size_t size) { return __model_realloc(p, size, "malloc"); }
void *reallocarray(void *p, size_t n, size_t size) { return realloc(p, product(n, size)); }

/* The allocator may have rounded the size up: glibc to what 16 bytes, header included, hold.
 * Bytes behind the size that was asked for are not the program's for that. */
size_t malloc_usable_size(void *p)
{
    if (p == NULL)
        return 0;
    size_t room = __assay_room(p), more = (size_t)__assay_nondet(16, "malloc_usable_size");
    __assay_assume((more == 0) | ((room + more) % sizeof(void *) == 0));
    return room + more;
}

/* align is a power of two. */
static void *aligned(size_t align, size_t size)
{
    void *p = __model_alloc(size, 0);
    if (p != NULL && align > 16)
        __assay_assume(((uintptr_t)p & (align - 1)) == 0);
    return p;
}

static int power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* The next power of two, as glibc rounds alignments up; 0 where there is none. */
static size_t rounded(size_t align)
{
    size_t n = 16;
    while (n < align && n != 0)
        n *= 2;
    return n;
}

static void *roundly_aligned(size_t align, size_t size)
{
    align = rounded(align);
    if (align == 0) {
        errno = EINVAL;
        return NULL;
    }
    return aligned(align, size);
}

void *memalign(size_t align, size_t size) { return refused("malloc:memalign") ? NULL : roundly_aligned(align, size); }

/* From 2.38 on glibc refuses other alignments than powers of two. */
void *aligned_alloc(size_t align, size_t size)
{
    if (refused("malloc"))
        return NULL;
    if (!power_of_two(align) && __assay_nondet(1, "aligned_alloc")) {
        errno = EINVAL;
        return NULL;
    }
    return roundly_aligned(align, size);
}

enum { PAGE = 4096 };

void *valloc(size_t size) { return memalign(PAGE, size); }

void *pvalloc(size_t size)
{
    if (size > MAX_BLOCK) {
        errno = ENOMEM;
        return NULL;
    }
    return memalign(PAGE, (size + PAGE - 1) & ~(size_t)(PAGE - 1));
}

/* Whether errno tells of a want of memory, too, is not said. */
static int no_memory(void)
{
    if (__assay_nondet(1, "errno"))
        errno = ENOMEM;
    return ENOMEM;
}

int posix_memalign(void **out, size_t align, size_t size)
{
    int failed = __assay_choose("malloc");
    if (!power_of_two(align) || align % sizeof(void *) != 0)
        return EINVAL;
    if (failed || size > MAX_BLOCK)
        return no_memory();
    *out = aligned(align, size);
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

/* Halves, the left one first, are sorted and merged: in the order of glibc's calls of cmp, which
 * a program sees where cmp counts, or contradicts itself. parts are those begun and not done. */
static void sort(char *base, char *tmp, size_t n, size_t size, compare_r *cmp, void *arg)
{
    struct { size_t lo, n; int halves; } parts[8 * sizeof n + 1];
    int depth = 1;
    parts[0].lo = 0, parts[0].n = n, parts[0].halves = 0;
    while (depth > 0) {
        size_t lo = parts[depth - 1].lo, all = parts[depth - 1].n, half = all / 2;
        int halves = parts[depth - 1].halves++;
        if (all < 2 || halves == 2) {
            if (all >= 2)
                merge(base, tmp, lo, lo + half, lo + all, size, cmp, arg);
            depth--;
            continue;
        }
        parts[depth].lo = halves == 0 ? lo : lo + half;
        parts[depth].n = halves == 0 ? half : all - half;
        parts[depth++].halves = 0;
    }
}

/* Elements of more than SMALL bytes stay where they are until their order is known. */
enum { SMALL = 32, ON_STACK = 1024 };

struct indirect {
    compare_r *cmp;
    void *arg;
};

static int call_indirect(const void *a, const void *b, void *how)
{
    const struct indirect *i = how;
    return i->cmp(*(char *const *)a, *(char *const *)b, i->arg);
}

static void sort_large(char *base, char *tmp, size_t n, size_t size, compare_r *cmp, void *arg)
{
    struct indirect how = {cmp, arg};
    char **order = (char **)(void *)tmp;
    char *copy = __assay_alloc(n * size, 0);
    for (size_t i = 0; i < n; i++)
        order[i] = base + i * size;
    sort(tmp, tmp + n * sizeof *order, n, sizeof *order, call_indirect, &how);
    for (size_t i = 0; i < n; i++)
        __assay_copy(copy + i * size, order[i], size, 1);
    __assay_copy(base, copy, n * size, 1);
    __assay_free(copy);
}

/* glibc's merge sort, which is stable. Only for what is large it asks malloc for memory. */
void qsort_r(void *base, size_t n, size_t size, compare_r *cmp, void *arg)
{
    if (n < 2 || size == 0)
        return;
    size_t room = size > SMALL ? 2 * n * sizeof(char *) + size : n * size;
    char *tmp = room >= ON_STACK && __assay_own("malloc") ? malloc(room) : NULL, *block = tmp;
    if (tmp == NULL)
        tmp = __assay_alloc(room, 0);
    if (size > SMALL)
        sort_large(base, tmp, n, size, cmp, arg);
    else
        sort(base, tmp, n, size, cmp, arg);
    if (block == NULL)
        __assay_free(tmp);
    else
        free(block);
}

static int call_plain(const void *a, const void *b, void *cmp) { return (*(compare **)cmp)(a, b); }

void qsort(void *base, size_t n, size_t size, compare *cmp) { qsort_r(base, n, size, call_plain, &cmp); }

void __model_any_bytes(char *p, size_t n, const char *key)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (char)__assay_nondet(8, key);
}
