/* Checks called from the instrumented IR (observer b), and the registry of
 * objects they need. A violated check logs "violation …" and ends the program:
 * the target's own violation ends the path. A check that cannot tell (an
 * address of no object known here) says nothing.
 */
#define _GNU_SOURCE
#include "shim.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define ZERO_PAGE 65536

enum { ANY_SIDE, LOW, HIGH };

static void violated(const char *what)
{
    assay_log("violation %s", what);
    _exit(0);
}
#define VIOLATED(...) do { char b_[256]; snprintf(b_, sizeof b_, __VA_ARGS__); violated(b_); } while (0)

/* Registry: growing arrays outside the program's heap. */
struct object {
    uintptr_t start, size;
    int dead;
};
struct table {
    struct object *at;
    size_t n, cap;
    size_t stale; /* stack: entries [n, stale) belonged to frames that returned */
};
static struct table heap, stack;
static size_t quarantined, oldest;
#define QUARANTINE ((size_t)256 << 20)

static struct object *append(struct table *t)
{
    if (t->n == t->cap) {
        size_t cap = t->cap ? 2 * t->cap : 1024;
        struct object *m = mmap(NULL, cap * sizeof *m, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (m == MAP_FAILED) {
            assay_log("broken registry of objects: out of memory");
            _exit(125);
        }
        if (t->n > 0) {
            memcpy(m, t->at, t->n * sizeof *m);
            munmap(t->at, t->cap * sizeof *m);
        }
        t->at = m;
        t->cap = cap;
        if (t->stale > t->n)
            t->stale = t->n;
    }
    t->n++;
    if (t->stale < t->n)
        t->stale = t->n;
    return &t->at[t->n - 1];
}

/* Hash of live and dead heap blocks by address; values are index + 1. */
static uint32_t *slots;
static size_t nslots;

static size_t slot_of(uintptr_t p)
{
    size_t i = (p >> 4) * 0x9e3779b1u & (nslots - 1);
    while (slots[i] != 0 && heap.at[slots[i] - 1].start != p)
        i = (i + 1) & (nslots - 1);
    return i;
}

static void rehash(void)
{
    size_t want = nslots ? 2 * nslots : 4096;
    if (slots != NULL)
        munmap(slots, nslots * sizeof *slots);
    slots = mmap(NULL, want * sizeof *slots, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slots == MAP_FAILED) {
        assay_log("broken registry of objects: out of memory");
        _exit(125);
    }
    nslots = want;
    for (size_t i = 0; i < heap.n; i++)
        slots[slot_of(heap.at[i].start)] = i + 1;
}

static struct object *heap_block(const void *p)
{
    if (nslots == 0)
        return NULL;
    size_t i = slot_of((uintptr_t)p);
    return slots[i] != 0 ? &heap.at[slots[i] - 1] : NULL;
}

static int fill_byte(void)
{
    static int known, value;
    if (!known) {
        unsigned char b;
        assay_take("assay:fill", &b, 1);
        value = b;
        known = 1;
    }
    return value;
}

/* Fills a new object; the witness may choose bytes of one occurrence. A
 * choice is occurrence, offset, count (u64 each) and the bytes. */
struct chosen {
    uint64_t occurrence, offset, count;
    unsigned char bytes[4096];
};
#define MAX_SITES 256
static struct { struct chosen next; int loaded; uint64_t seen; } fills[MAX_SITES + 1];

static void fill(unsigned char *p, size_t n, int site)
{
    char key[32];
    memset(p, fill_byte(), n);
    if (site < 0 || site > MAX_SITES)
        return;
    snprintf(key, sizeof key, "assay:fill:%d", site);
    uint64_t now = fills[site].seen++;
    for (;;) {
        struct chosen *c = &fills[site].next;
        if (!fills[site].loaded && !(fills[site].loaded = assay_take(key, c, sizeof *c)))
            return;
        if (c->occurrence != now)
            return;
        for (uint64_t i = 0; i < c->count && c->offset + i < n; i++)
            p[c->offset + i] = c->bytes[i];
        fills[site].loaded = 0;
    }
}

/* Allocation family. Blocks are never reused until the quarantine is full. */
extern void *__real_malloc(size_t);
extern void __real_free(void *);
extern int __real_posix_memalign(void **, size_t, size_t);

static void *registered(void *p, size_t n, int filled)
{
    if (p == NULL)
        return NULL;
    if (2 * (heap.n + 1) >= nslots)
        rehash();
    struct object *o = heap_block(p);
    if (o == NULL) {
        o = append(&heap);
        o->start = (uintptr_t)p;
        slots[slot_of(o->start)] = heap.n;
    }
    o->size = n;
    o->dead = 0;
    if (!filled)
        fill(p, n, MAX_SITES);
    return p;
}

static void retire(struct object *o)
{
    o->dead = 1;
    quarantined += o->size;
    for (; quarantined > QUARANTINE && oldest < heap.n; oldest++) {
        struct object *q = &heap.at[oldest];
        if (q->dead != 1)
            continue;
        quarantined -= q->size;
        q->dead = 2;
        __real_free((void *)q->start);
    }
}

void *__wrap_malloc(size_t n)
{
    return assay_alloc_fails() ? NULL : registered(__real_malloc(n ? n : 1), n, 0);
}
void *__wrap_calloc(size_t k, size_t n)
{
    size_t all;
    if (assay_alloc_fails())
        return NULL;
    if (__builtin_mul_overflow(k, n, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    void *p = __real_malloc(all ? all : 1);
    if (p != NULL)
        memset(p, 0, all);
    return registered(p, all, 1);
}
void __wrap_free(void *p)
{
    struct object *o = p != NULL ? heap_block(p) : NULL;
    if (o == NULL)
        __real_free(p);
    else if (o->dead)
        abort();
    else
        retire(o);
}
void *__wrap_realloc(void *p, size_t n)
{
    struct object *o = p != NULL ? heap_block(p) : NULL;
    int freed = p != NULL && n == 0, fails = assay_alloc_fails();
    if (fails && !freed)
        return NULL;
    if (p != NULL && (o == NULL || o->dead))
        abort();
    if (freed) {
        retire(o);
        return NULL;
    }
    void *q = registered(__real_malloc(n ? n : 1), n, 0);
    if (q != NULL && p != NULL) {
        o = heap_block(p); /* the table may have moved */
        memcpy(q, p, o->size < n ? o->size : n);
        retire(o);
    }
    return q;
}
void *__wrap_reallocarray(void *p, size_t k, size_t n)
{
    size_t all;
    if (__builtin_mul_overflow(k, n, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    return __wrap_realloc(p, all);
}
int __wrap_posix_memalign(void **out, size_t a, size_t n)
{
    void *p;
    if (assay_alloc_fails())
        return ENOMEM;
    int err = __real_posix_memalign(&p, a, n ? n : 1);
    if (err == 0)
        *out = registered(p, n, 0);
    return err;
}
void *__wrap_aligned_alloc(size_t a, size_t n)
{
    void *p = NULL;
    if (a < sizeof p)
        a = sizeof p;
    return __wrap_posix_memalign(&p, a, n) == 0 ? p : NULL;
}
char *__wrap_strndup(const char *s, size_t n)
{
    size_t len = strnlen(s, n);
    char *p = __wrap_malloc(len + 1);
    if (p != NULL) {
        memcpy(p, s, len);
        p[len] = 0;
    }
    return p;
}
char *__wrap_strdup(const char *s) { return __wrap_strndup(s, strlen(s)); }

/* Frames. A frame that longjmp skipped is dropped when a shallower one, at a
 * higher address, registers. */
static size_t frames[1 << 16];
static uintptr_t frame_at[1 << 16];
static size_t nframes;

void __assay_enter(void *here)
{
    while (nframes > 0 && frame_at[nframes - 1] < (uintptr_t)here)
        stack.n = frames[--nframes];
    if (nframes < sizeof frames / sizeof *frames) {
        frame_at[nframes] = (uintptr_t)here;
        frames[nframes++] = stack.n;
    }
}
void __assay_leave(void)
{
    if (nframes > 0)
        stack.n = frames[--nframes];
}
void __assay_stack(void *p, uint64_t n, int site)
{
    struct object *o = append(&stack);
    o->start = (uintptr_t)p;
    o->size = n;
    o->dead = 0;
    fill(p, n, site);
}
void __assay_life(void *p, int live, int site)
{
    for (size_t i = stack.n; i-- > 0;)
        if (stack.at[i].start == (uintptr_t)p) {
            stack.at[i].dead = !live;
            if (live)
                fill(p, stack.at[i].size, site);
            return;
        }
}

/* Globals: a table made by the instrumentation. */
struct global {
    void *start;
    uint64_t size;
};
extern struct global __assay_globals[];
extern uint64_t __assay_nglobals;

static int inside(const struct object *o, uintptr_t p) { return p >= o->start && p - o->start <= o->size; }

enum { FOREIGN, LIVE, DEAD };
/* Objects p points into or one past; objects may touch, so there may be two. */
struct place {
    int kind;
    uintptr_t start[2], size[2];
    int n;
};

static void add(struct place *w, uintptr_t start, uintptr_t size)
{
    if (w->n < 2) {
        w->start[w->n] = start;
        w->size[w->n++] = size;
    }
}

static struct place where(const void *ptr)
{
    struct place w = { FOREIGN, { 0, 0 }, { 0, 0 }, 0 };
    uintptr_t p = (uintptr_t)ptr;
    for (uint64_t i = 0; i < __assay_nglobals; i++) {
        struct object g = { (uintptr_t)__assay_globals[i].start, __assay_globals[i].size, 0 };
        if (inside(&g, p))
            add(&w, g.start, g.size);
    }
    for (size_t i = 0; i < heap.n; i++)
        if (!heap.at[i].dead && inside(&heap.at[i], p))
            add(&w, heap.at[i].start, heap.at[i].size);
    for (size_t i = 0; i < stack.n; i++)
        if (!stack.at[i].dead && inside(&stack.at[i], p))
            add(&w, stack.at[i].start, stack.at[i].size);
    if (w.n > 0) {
        w.kind = LIVE;
        return w;
    }
    for (size_t i = 0; i < heap.n && w.n == 0; i++)
        if (heap.at[i].dead == 1 && inside(&heap.at[i], p))
            add(&w, heap.at[i].start, heap.at[i].size);
    for (size_t i = 0; i < stack.stale && w.n == 0; i++)
        if ((i >= stack.n || stack.at[i].dead) && inside(&stack.at[i], p))
            add(&w, stack.at[i].start, stack.at[i].size);
    if (w.n > 0)
        w.kind = DEAD;
    return w;
}

static int unmapped(const void *p)
{
    return msync((void *)((uintptr_t)p & ~(uintptr_t)(PAGE - 1)), 1, MS_ASYNC) != 0 && errno == ENOMEM;
}

/* The checks. */
void __assay_hit(void) { violated("location executed"); }

static int64_t low_of(int width) { return width == 64 ? INT64_MIN : -((int64_t)1 << (width - 1)); }
static int64_t high_of(int width) { return width == 64 ? INT64_MAX : ((int64_t)1 << (width - 1)) - 1; }
static int wanted(int side, int low) { return side == ANY_SIDE || (side == LOW) == low; }

static uint64_t magnitude(int64_t v) { return v < 0 ? -(uint64_t)v : (uint64_t)v; }

/* Whether |a|·|b| exceeds limit. No 128-bit arithmetic: ILP32 has none. */
static int product_above(uint64_t a, uint64_t b, uint64_t limit) { return a != 0 && b > limit / a; }

enum { ADD, SUB, MUL, SHL };
/* The side on which a op b leaves [lo, hi]: LOW, HIGH or 0. */
static int leaves(int op, int64_t a, int64_t b, int64_t lo, int64_t hi)
{
    int negative = (a < 0) != (b < 0);
    switch (op) {
    case ADD:
        return b > 0 && a > hi - b ? HIGH : b < 0 && a < lo - b ? LOW : 0;
    case SUB:
        return b < 0 && a > hi + b ? HIGH : b > 0 && a < lo + b ? LOW : 0;
    default:
        if (!product_above(magnitude(a), magnitude(b), negative ? magnitude(lo) : (uint64_t)hi))
            return 0;
        return negative ? LOW : HIGH;
    }
}
void __assay_overflow(int op, int width, int64_t a, int64_t b, int side)
{
    static const char *const sign[] = { "+", "-", "*", "<<" };
    int64_t lo = low_of(width), hi = high_of(width);
    int out;
    if (op != SHL)
        out = leaves(op, a, b, lo, hi);
    else if (b < 0 || b >= width)
        return; /* the shift's own violation */
    else
        out = a > hi >> b ? HIGH : a < lo >> b ? LOW : 0;
    if (out != 0 && wanted(side, out == LOW))
        VIOLATED("%lld %s %lld leaves int%d", (long long)a, sign[op], (long long)b, width);
}
void __assay_unsigned(int op, int width, uint64_t a, uint64_t b)
{
    uint64_t top = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    int out = op == ADD ? a > top - b : op == SUB ? a < b : product_above(a, b, top);
    if (out)
        VIOLATED("%llu and %llu wrap in uint%d", (unsigned long long)a, (unsigned long long)b, width);
}
void __assay_shift(int width, int64_t amount, int side)
{
    if ((amount < 0 || amount >= width) && wanted(side, amount < 0))
        VIOLATED("shift by %lld of a %d-bit value", (long long)amount, width);
}
void __assay_div(int zero, int width, int64_t a, int64_t b)
{
    if (zero && b == 0)
        VIOLATED("%lld divided by 0", (long long)a);
    if (!zero && b == -1 && a == low_of(width))
        VIOLATED("%lld divided by -1 leaves int%d", (long long)a, width);
}
void __assay_index(int64_t idx, int64_t bound, int strict, int side)
{
    if ((idx < 0 || idx > bound || (strict && idx == bound)) && wanted(side, idx < 0))
        VIOLATED("index %lld outside [0, %lld)", (long long)idx, (long long)bound);
}
/* sign: 1 signed, 0 unsigned, -1 unknown: then the value must fit neither. */
void __assay_trunc(int to, int64_t v, int sign, int side)
{
    int64_t top = to >= 63 ? INT64_MAX : ((int64_t)1 << to) - 1;
    int low = sign == 0 ? v < 0 : v < low_of(to);
    int high = sign == 1 ? v > high_of(to) : v > top;
    if ((low || high) && wanted(side, low))
        VIOLATED("%lld does not fit %d bits", (long long)v, to);
}
/* Where v, rounded towards 0, leaves an integer type: LOW, HIGH or 0. */
int __assay_unfit(double v, int width, int sign)
{
    double top = __builtin_ldexp(1.0, sign ? width - 1 : width);
    double bottom = sign ? -top - 1.0 : -1.0;
    /* -top - 1 is rounded to -top from 54 bits on, where no double lies between */
    int low = sign && width >= 54 ? v < -top : v <= bottom;
    return low ? LOW : v < top ? 0 : HIGH;
}
void __assay_float_to_int(double v, int width, int sign, int side)
{
    int out = __assay_unfit(v, width, sign);
    if (out != 0 && wanted(side, out == LOW))
        VIOLATED("%g does not fit a %d-bit integer", v, width);
}
void __assay_float(double v, int nan)
{
    if (nan ? v != v : __builtin_isinf(v))
        VIOLATED("result is %g", v);
}
void __assay_bool(const unsigned char *p)
{
    if (*p > 1)
        VIOLATED("_Bool byte is %d", *p);
}
void __assay_overlap(const char *d, const char *s, uint64_t n, int assigns)
{
    if (n > 0 && !(assigns && d == s) && d < s + n && s < d + n)
        VIOLATED("%llu bytes overlap at distance %lld", (unsigned long long)n, (long long)(d - s));
}
/* Copies of texts: at most n bytes and the NUL, behind the text at d if appends. */
void __assay_overlap_text(const char *d, const char *s, uint64_t n, int appends)
{
    __assay_overlap(appends ? d + strlen(d) : d, s, strnlen(s, n) + 1, 0);
}
void __assay_dangling(const void *p)
{
    if ((uintptr_t)p < ZERO_PAGE && p == NULL)
        return;
    struct place w = where(p);
    if (w.kind == DEAD)
        violated("the pointer's object is dead");
    if (w.kind == FOREIGN && unmapped(p))
        violated("the pointer is the address of no object");
}
void __assay_same(const void *a, const void *b)
{
    if (a == b)
        return;
    struct place x = where(a), y = where(b);
    if (x.kind == FOREIGN && a != NULL && !unmapped(a))
        return;
    if (y.kind == FOREIGN && b != NULL && !unmapped(b))
        return;
    for (int i = 0; i < x.n; i++)
        for (int j = 0; j < y.n; j++)
            if (x.start[i] == y.start[j] && x.kind == LIVE && y.kind == LIVE)
                return;
    violated("the pointers do not point into one live object");
}
void __assay_pointer(const void *base, const void *p)
{
    struct place w = where(base);
    if (base == NULL && p != NULL)
        violated("arithmetic on a null pointer");
    if (w.kind != LIVE)
        return;
    for (int i = 0; i < w.n; i++)
        if ((uintptr_t)p - w.start[i] <= w.size[i])
            return;
    violated("the result lies outside the object");
}
enum { NULL_ACCESS, DEAD_ACCESS, OUT_OF_BOUNDS, FOREIGN_ACCESS };
void __assay_access(const void *root, const void *p, uint64_t n, int what)
{
    struct place w = where(root);
    if (what == NULL_ACCESS && (uintptr_t)root < ZERO_PAGE && (uintptr_t)p < ZERO_PAGE)
        VIOLATED("access through a null pointer (address %p)", p);
    if (what == FOREIGN_ACCESS && w.kind == FOREIGN && unmapped(p) && (uintptr_t)root >= ZERO_PAGE)
        violated("access through the address of no object");
    if (what == DEAD_ACCESS && w.kind == DEAD)
        violated("access to a dead object");
    if (what != OUT_OF_BOUNDS || w.kind != LIVE)
        return;
    for (int i = 0; i < w.n; i++)
        if ((uintptr_t)p >= w.start[i] && (uintptr_t)p - w.start[i] <= w.size[i] &&
            n <= w.size[i] - ((uintptr_t)p - w.start[i]))
            return;
    VIOLATED("access of %llu bytes outside the object", (unsigned long long)n);
}
void __assay_free(const void *p, int twice)
{
    if (p == NULL)
        return;
    struct object *o = heap_block(p);
    if (twice && o != NULL && o->dead)
        violated("memory freed twice");
    if (!twice && o == NULL && where(p).n > 0)
        violated("free of memory that is no start of a block");
}
/* Uninitialised reads: two runs with different fills log what they read. */
#define MAX_VISITS 20000
#define MAX_BYTES 64
void __assay_observe(const unsigned char *p, uint64_t n)
{
    static int visits;
    char hex[2 * MAX_BYTES + 1];
    if (visits++ >= MAX_VISITS)
        _exit(0);
    size_t k = n < MAX_BYTES ? n : MAX_BYTES;
    for (size_t i = 0; i < k; i++)
        snprintf(hex + 2 * i, 3, "%02x", p[i]);
    hex[2 * k] = 0;
    assay_log("read %s", hex);
}
/* Chosen results: occurrence and value (u64 each). Occurrences count the
 * executions that leave the result open. */
static struct { uint64_t next[2]; int loaded; uint64_t seen; } picks[MAX_SITES];
uint64_t __assay_choose(int site, uint64_t v, int open)
{
    char key[32];
    if (!open)
        return v;
    uint64_t now = picks[site].seen++;
    snprintf(key, sizeof key, "assay:choice:%d", site);
    if (!picks[site].loaded)
        picks[site].loaded = assay_take(key, picks[site].next, sizeof picks[site].next);
    if (!picks[site].loaded || picks[site].next[0] != now)
        return v;
    picks[site].loaded = 0;
    return picks[site].next[1];
}
