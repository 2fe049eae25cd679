/* Linked into every replayed program: answers input functions from the
 * witness and reports events.
 *
 * ASSAY_REPLAY_DATA names the file of answers: groups of
 *   u32 length of key, key, u32 count, count × (u32 length, bytes)
 * in the byte order of the machine; values are in memory order, integers
 * sign-extended to 16 bytes. ASSAY_REPLAY_LOG names the file for events, one
 * per line, and for the sanitizer's reports. Both are removed from the
 * environment before main. Compiled with -DASSAY_TRACK for the build of the
 * linked IR, which adds check.c, and with -DASSAY_RSS_MIB=N for
 * AddressSanitizer.
 */
#define _GNU_SOURCE
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define LOG_FD 700
#define MAX_GROUPS 1024

static int log_fd = -1;

extern ssize_t __real_read(int, void *, size_t), __real_write(int, const void *, size_t);

struct group {
    const char *key;
    uint32_t key_len, left;
    const unsigned char *next;
    int dry;
};
static struct group groups[MAX_GROUPS];
static int ngroups;

void assay_log(const char *fmt, ...)
{
    char buf[512];
    va_list ap;
    if (log_fd < 0)
        return;
    va_start(ap, fmt);
    int n = vsnprintf(buf, sizeof buf - 1, fmt, ap);
    va_end(ap);
    if (n > (int)sizeof buf - 2)
        n = sizeof buf - 2;
    buf[n++] = '\n';
    if (write(log_fd, buf, n) < 0)
        log_fd = -1;
}

static uint32_t word(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static const unsigned char *skip_value(const unsigned char *p) { return p + 4 + word(p); }

static void index_data(const unsigned char *p, const unsigned char *end)
{
    while (p < end && ngroups < MAX_GROUPS) {
        struct group *g = &groups[ngroups++];
        g->key_len = word(p);
        g->key = (const char *)p + 4;
        p += 4 + g->key_len;
        g->left = word(p);
        p += 4;
        g->next = p;
        for (uint32_t i = 0; i < g->left; i++)
            p = skip_value(p);
    }
}

static void load_data(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        assay_log("broken data file: %s", strerror(errno));
        _exit(125);
    }
    if (st.st_size > 0) {
        void *m = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (m == MAP_FAILED)
            _exit(125);
        index_data(m, (unsigned char *)m + st.st_size);
    }
    close(fd);
}

/* Where reading fails behind the text of standard input, that is a pipe that does not
 * block and that nobody closes. */
static void fail_behind_text(void)
{
    static char text[1 << 16];
    ssize_t n;
    int ends[2];
    unsigned char fails;
    if (!assay_take("stdin:error", &fails, 1) || !fails || pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
        return;
    while ((n = __real_read(0, text, sizeof text)) > 0 && __real_write(ends[1], text, (size_t)n) == n)
        ;
    dup2(ends[0], 0);
    fcntl(ends[1], F_DUPFD_CLOEXEC, LOG_FD + 1);
    close(ends[0]);
    close(ends[1]);
}

/* Where output fails, it does as on a full disk. */
static void fill_disk(void)
{
    unsigned char fails;
    if (!assay_take("stdout:error", &fails, 1) || !fails)
        return;
    int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    dup2(fd, 1);
    close(fd);
}

extern void __sanitizer_set_report_fd(void *) WEAK;

__attribute__((constructor(101))) static void start(void)
{
    const char *data = getenv("ASSAY_REPLAY_DATA"), *log = getenv("ASSAY_REPLAY_LOG");
    if (log != NULL) {
        int fd = open(log, O_WRONLY | O_APPEND | O_CLOEXEC);
        log_fd = fcntl(fd, F_DUPFD_CLOEXEC, LOG_FD);
        if (log_fd < 0)
            log_fd = fd;
        else
            close(fd);
        if (__sanitizer_set_report_fd != NULL && log_fd >= 0)
            __sanitizer_set_report_fd((void *)(long)log_fd);
    }
    if (data != NULL)
        load_data(data);
    fail_behind_text();
    fill_disk();
    unsetenv("ASSAY_REPLAY_DATA");
    unsetenv("ASSAY_REPLAY_LOG");
    assay_log("started");
}

static struct group *find_group(const char *key)
{
    size_t n = strlen(key);
    for (int i = 0; i < ngroups; i++)
        if (groups[i].key_len == n && memcmp(groups[i].key, key, n) == 0)
            return &groups[i];
    return NULL;
}

int assay_take(const char *key, void *out, size_t n)
{
    struct group *g = find_group(key);
    memset(out, 0, n);
    if (g == NULL || g->left == 0)
        return 0;
    size_t len = word(g->next);
    memcpy(out, g->next + 4, len < n ? len : n);
    g->next = skip_value(g->next);
    g->left--;
    return 1;
}

/* A request that must have an answer: says so once per key when there is none. */
static void must_take(const char *key, void *out, size_t n)
{
    struct group *g;
    if (assay_take(key, out, n))
        return;
    g = find_group(key);
    if (g == NULL && ngroups < MAX_GROUPS) {
        g = &groups[ngroups++];
        g->key = strcpy(mmap(NULL, strlen(key) + 1, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), key);
        g->key_len = strlen(key);
        g->left = 0;
    }
    if (g != NULL && g->dry)
        return;
    if (g != NULL)
        g->dry = 1;
    assay_log("dry %s", key);
}

void assay_havoc(const char *name, void *out, size_t n)
{
    assay_log("havoc %s", name);
    if (n > 0)
        must_take(name, out, n);
}

/* SV-COMP */
#define NONDET(T, name) \
    WEAK T __VERIFIER_nondet_##name(void) { T v; must_take("__VERIFIER_nondet_" #name, &v, sizeof v); return v; }
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(float, float)
NONDET(double, double)
NONDET(void *, pointer)
NONDET(char *, pchar)
NONDET(char *, charp)
NONDET(const char *, const_char_pointer)
NONDET(size_t, size_t)
NONDET(long long, loff_t)
NONDET(unsigned long, sector_t)
NONDET(unsigned long, pthread_t)
NONDET(unsigned char, unsigned_char)
NONDET(unsigned, unsigned_int)
NONDET(int8_t, S8)
NONDET(uint8_t, u8)
NONDET(uint16_t, u16)
NONDET(uint32_t, u32)
#ifdef __SIZEOF_INT128__
NONDET(__int128, int128)
NONDET(unsigned __int128, uint128)
#endif
WEAK _Bool __VERIFIER_nondet_bool(void)
{
    unsigned char v;
    must_take("__VERIFIER_nondet_bool", &v, 1);
    return v != 0;
}
WEAK void __VERIFIER_nondet_memory(void *p, size_t n) { must_take("__VERIFIER_nondet_memory", p, n); }
WEAK void __VERIFIER_assume(int c)
{
    if (!c) {
        assay_log("assume __VERIFIER_assume");
        _exit(0);
    }
}
static void called(const char *name)
{
    assay_log("called %s", name);
    _exit(0);
}
WEAK void __VERIFIER_error(void) { called("__VERIFIER_error"); }
WEAK void reach_error(void) { called("reach_error"); }

/* KLEE */
WEAK void klee_make_symbolic(void *p, size_t n, const char *name)
{
    char key[256];
    snprintf(key, sizeof key, "klee_make_symbolic:%s", name != NULL ? name : "");
    must_take(key, p, n);
}
WEAK void klee_assume(uintptr_t c)
{
    if (!c) {
        assay_log("assume klee_assume");
        _exit(0);
    }
}

/* The C library, reached by ld --wrap. */
#define FLAG(key) ({ unsigned char f_; assay_take(key, &f_, 1); f_ != 0; })
int assay_alloc_fails(void)
{
    if (!FLAG("malloc"))
        return 0;
    errno = ENOMEM;
    return 1;
}
#ifndef ASSAY_TRACK
extern void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
extern void *__real_reallocarray(void *, size_t, size_t), *__real_aligned_alloc(size_t, size_t);
extern int __real_posix_memalign(void **, size_t, size_t);
extern char *__real_strdup(const char *), *__real_strndup(const char *, size_t);
void *__wrap_malloc(size_t n) { return assay_alloc_fails() ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t k, size_t n) { return assay_alloc_fails() ? NULL : __real_calloc(k, n); }
void *__wrap_realloc(void *p, size_t n) { return assay_alloc_fails() && (p == NULL || n != 0) ? NULL : __real_realloc(p, n); }
void *__wrap_reallocarray(void *p, size_t k, size_t n) { return assay_alloc_fails() ? NULL : __real_reallocarray(p, k, n); }
void *__wrap_aligned_alloc(size_t a, size_t n) { return assay_alloc_fails() ? NULL : __real_aligned_alloc(a, n); }
int __wrap_posix_memalign(void **p, size_t a, size_t n) { return assay_alloc_fails() ? ENOMEM : __real_posix_memalign(p, a, n); }
char *__wrap_strdup(const char *s) { return assay_alloc_fails() ? NULL : __real_strdup(s); }
char *__wrap_strndup(const char *s, size_t n) { return assay_alloc_fails() ? NULL : __real_strndup(s, n); }
#endif
/* Behind what the witness says, the library answers: a number that it cannot give, as one
 * of another seed, would confirm what no run does. */
extern int __real_rand(void);
extern long __real_random(void), __real_time(long *), __real_clock(void);
int __wrap_rand(void) { int v; return assay_take("rand", &v, sizeof v) ? v : __real_rand(); }
long __wrap_random(void) { long v; return assay_take("random", &v, sizeof v) ? v : __real_random(); }
long __wrap_time(long *out)
{
    long v;
    if (!assay_take("time", &v, sizeof v))
        return __real_time(out);
    if (out != NULL)
        *out = v;
    return v;
}
long __wrap_clock(void) { long v; return assay_take("clock", &v, sizeof v) ? v : __real_clock(); }
extern FILE *__real_fopen(const char *, const char *);
FILE *__wrap_fopen(const char *path, const char *mode)
{
    if (!FLAG("fopen"))
        return __real_fopen(path, mode);
    errno = ENOENT;
    return NULL;
}
/* read and write transfer at most as many bytes as the witness says; a
 * negative number is an error. */
static int transfer(const char *key, size_t *n)
{
    long v;
    if (!assay_take(key, &v, sizeof v))
        return 1;
    if (v < 0) {
        errno = EIO;
        return 0;
    }
    if ((size_t)v < *n)
        *n = v;
    return 1;
}
ssize_t __wrap_read(int fd, void *p, size_t n) { return transfer("read", &n) ? __real_read(fd, p, n) : -1; }
ssize_t __wrap_write(int fd, const void *p, size_t n) { return transfer("write", &n) ? __real_write(fd, p, n) : -1; }
extern void __real_abort(void) __attribute__((noreturn));
extern void __real___assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void __wrap_abort(void)
{
    assay_log("called abort");
    __real_abort();
}
void __wrap___assert_fail(const char *expr, const char *file, unsigned line, const char *func)
{
    assay_log("assert %s:%u: %.200s", file, line, expr);
    __real___assert_fail(expr, file, line, func);
}

/* Frama-C's assert() is a call of this; no library has it. */
__attribute__((weak)) void __FC_assert(int condition, const char *file, int line, const char *expr)
{
    if (!condition)
        __wrap___assert_fail(expr, file, (unsigned)line, "");
}

#define STR_(x) #x
#define STR(x) STR_(x)
#ifndef ASSAY_RSS_MIB
#define ASSAY_RSS_MIB 0
#endif
const char *__asan_default_options(void)
{
    return "symbolize=0:detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:"
           "detect_odr_violation=0:alloc_dealloc_mismatch=0:malloc_context_size=2:handle_abort=0:"
           "abort_on_error=0:exitcode=1:hard_rss_limit_mb=" STR(ASSAY_RSS_MIB);
}
const char *__ubsan_default_options(void) { return "symbolize=0:print_stacktrace=0:halt_on_error=0"; }
