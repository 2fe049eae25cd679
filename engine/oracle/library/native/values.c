/* The arguments of calls. */
#include "harness.h"
#include "callers.h"
#include "state.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <getopt.h>
#include <locale.h>
#include <net/if.h>
#include <pthread.h>
#include <regex.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static u64 dice;
void seed_dice(u64 seed) { dice = seed; }

u64 roll(void)
{
    u64 z = dice += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

unsigned below(unsigned n) { return n == 0 ? 0 : (unsigned)(roll() >> 33) % n; }

i64 draw_number(int bits)
{
    switch (below(8)) {
    case 0: return (i64)roll();
    case 1: return (i64)(1ull << below((unsigned)bits)) - (i64)below(2);
    case 2: return -(i64)below(5);
    case 3: return (i64)below(256);
    case 4: return -(i64)(1ull << (bits - 1)) + (i64)below(2);
    case 5: return (i64)below(70000);
    default: return (i64)below(20);
    }
}

i64 draw_size(void)
{
    unsigned k = below(16);
    return k == 0 ? 0 : k == 1 ? 300 + below(4000) : k < 5 ? below(300) : below(40);
}

i64 draw_descriptor(void)
{
    static const int odd[] = {-1, 0, 1, 2, 77, -100, 1 << 20, 60};
    return below(4) == 0 ? odd[below(sizeof odd / sizeof *odd)] : 3 + below(12);
}

long double draw_real(void)
{
    static const double known[] = {0, -0.0, 1, -1, 0.5, 2, 1e300, -1e300, 1e-310, 3.5, 1e10, 710, -745, 4503599627370497.5, 0.1, 100};
    union { u64 bits; double value; } u;
    switch (below(6)) {
    case 0: u.bits = roll(); return u.value;
    case 1: return below(2) ? __builtin_inf() : -__builtin_inf();
    case 2: return below(2) ? __builtin_nan("") : -__builtin_nan("");
    case 3: return (long double)(i64)roll() / (1ull << below(63));
    default: return known[below(sizeof known / sizeof *known)];
    }
}

/* Memory of the slots. */
struct slot slots[SLOTS];

void make_slots(void)
{
    for (int i = 0; i < SLOTS; i++) {
        char *p = mmap(NULL, SLOT + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        mprotect(p + PAGE, SLOT, PROT_READ | PROT_WRITE);
        slots[i].base = p + PAGE;
        slots[i].low = slots[i].base + SLOT;
    }
}

void clear_slots(void)
{
    for (int i = 0; i < SLOTS; i++)
        slots[i] = (struct slot){.base = slots[i].base, .low = slots[i].base + SLOT};
}

struct slot *slot_of(const void *p)
{
    for (int i = 0; i < SLOTS; i++)
        if ((const char *)p >= slots[i].base && (const char *)p <= slots[i].base + SLOT)
            return &slots[i];
    return NULL;
}

num room_at(const void *p)
{
    struct slot *s = slot_of(p);
    return s == NULL ? 0 : s->base + SLOT - (const char *)p;
}

/* size bytes at the end of what is free, aligned as far as the size is. */
static char *take(int i, num size)
{
    if (size < 0)
        size = 0;
    if (size > SLOT / 4)
        size = SLOT / 4;
    size_t n = (size_t)size, align = n == 0 ? 1 : n & -n;
    char *p = (char *)((uintptr_t)(slots[i].low - n) & -(align > 16 ? 16 : align));
    slots[i].low = p - 16;
    memset(slots[i].low, 0x5a, 16);
    return p;
}

static void *is(int i, int kind, void *p)
{
    slots[i].kind = kind;
    slots[i].value = p;
    return p;
}

static void noise(char *p, size_t n, int kind)
{
    unsigned style = below(4);
    for (size_t i = 0; i < n; i++)
        p[i] = kind == ZERO ? 0 : style == 0 ? (char)roll() : style == 1 ? (char)0xff : style == 2 ? (char)("abc 12,/"[below(8)]) : (char)below(3);
    if (kind == SMALL_NUMBERS && n >= 4 && n <= 8) {
        u64 v = (u64)draw_size();
        memcpy(p, &v, n);
    }
}

void *draw_bytes(int i, num size, int kind)
{
    if (size > SLOT / 4) /* more than a slot has: the call is outside its contract */
        not_described();
    char *p = take(i, size);
    noise(p, size < 0 ? 0 : size > SLOT / 4 ? SLOT / 4 : (size_t)size, kind);
    return is(i, BYTES, p);
}

static const char *const words[] = {"", "a", "b", "abc", "0", "42", "-7", "0x1f", "+077", "  12x", "99999999999999999999", "-1", "1e5", "0x1p-3",
    "nan", "inf", "-0", "1e400", "a b c", "a,b,,c", "hello world", "C", "POSIX", "HOME", "TZ", "PATH", "root", "nobody", "localhost",
    "127.0.0.1", "::1", "1.2.3", "10.0.0.0/8", "tcp", "udp", "http", "80", "2024-02-30", "%Y", "r", "w", "a+", "rb", "UTF-8", "alpha", "x=y", "/", "//a",
    "*", "a*", "[a-z]*", "~", "$HOME", "12:34", "ab", "\xc3\xa4", "\xff", "01:02:03:04:05:06", "lo", "unix", "a/b/", "ABC"};
static const char *const paths[] = {"f", "f", "w", "d", "missing", "d/f", "link", "", ".", "..", "/", "/dev/null", "/dev/full", "/dev/zero", "missing/x",
    "new", "new2", "empty", "loop", "f/", "d/", "/proc/self/stat", "fifo", "sock", "exec"};
static const char *const commands[] = {"true", "false", "exit 3", "echo a", "nothing-of-that-name", "", "kill $$", "cat <f"};
static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "we", "", "q", "rx"};
static const char *const templates[] = {"tXXXXXX", "XXXXXX", "t", "XXXXX", "missing/XXXXXX", "dXXXXXXx", "aXXXXXXb"};
static const char *const formats[] = {"", "x", "%d", "%d %s", "%5d|%-8.3s", "%x %.2s", "%d %s %g", "%d %s %.3f %ld", "%c", "%%", "%08x", "%d %10s"};
static const char *const scans[] = {"", "x", "%d", "%d %15s", "%x", "%i%15s", "%d,%15s", " %d %15s %ld", "%*d %n", "%n"};
static const char *const times[] = {"%Y-%m-%d", "%H:%M:%S", "%c", "%x", "", "%A", "%j %U", "%s", "x%%", "%Ey", "%n%t"};

static const char *drawn(const char *pool, char *buf)
{
    static const struct { const char *name; const char *const *list; unsigned n; } pools[] = {
        {"path", paths, sizeof paths / sizeof *paths}, {"command", commands, sizeof commands / sizeof *commands},
        {"mode", modes, sizeof modes / sizeof *modes}, {"template", templates, sizeof templates / sizeof *templates},
        {"format", formats, sizeof formats / sizeof *formats}, {"scan", scans, sizeof scans / sizeof *scans},
        {"time", times, sizeof times / sizeof *times}};
    for (unsigned k = 0; k < sizeof pools / sizeof *pools; k++)
        if (strcmp(pool, pools[k].name) == 0 && (k > 0 || below(12)))
            return pools[k].list[below(pools[k].n)];
    size_t n = below(30) == 0 ? 300 + below(3000) : below(30);
    switch (below(5)) {
    case 0:
        for (size_t i = 0; i < n; i++)
            buf[i] = (char)(1 + below(255));
        break;
    case 1:
        for (size_t i = 0; i < n; i++)
            buf[i] = "ab ,1"[below(5)];
        break;
    case 2:
        for (size_t i = 0; i < n; i++)
            buf[i] = (char)(32 + below(95));
        break;
    default:
        return words[below(sizeof words / sizeof *words)];
    }
    buf[n] = 0;
    return buf;
}

char *draw_text(int i, const char *pool, num max)
{
    char buf[5000];
    const char *s = drawn(pool, buf);
    size_t n = strlen(s);
    char *p;
    if (max >= 0 && (num)n >= max && below(2)) { /* no NUL among the first max */
        n = (size_t)max;
        p = take(i, max);
        memcpy(p, s, n);
    } else {
        p = take(i, (num)n + 1);
        memcpy(p, s, n + 1);
    }
    slots[i].text = 1;
    return is(i, BYTES, p);
}

void *draw_wide(int i, num max)
{
    char buf[5000];
    const char *s = drawn("", buf);
    size_t n = strlen(s);
    int cut = max >= 0 && (num)n >= max && below(2);
    if (cut)
        n = (size_t)max;
    int *p = (int *)take(i, 4 * ((num)n + !cut));
    for (size_t k = 0; k < n; k++)
        p[k] = (unsigned char)s[k] + (below(40) == 0 ? 0x3b1 : 0);
    if (!cut)
        p[n] = 0;
    return is(i, BYTES, p);
}

void *draw_texts(int i, const char *pool)
{
    char *list[5], buf[5000];
    unsigned n = below(4);
    for (unsigned k = 0; k < n; k++) {
        const char *s = drawn(pool, buf);
        list[k] = take(i, (num)strlen(s) + 1);
        strcpy(list[k], s);
    }
    list[n] = NULL;
    char *p = take(i, (n + 1) * sizeof *list);
    memcpy(p, list, (n + 1) * sizeof *list);
    return is(i, OTHER, p);
}

void *draw_vector(int i, num n)
{
    if (n < 0 || n > 64)
        n = 0;
    struct iovec v[64];
    for (int k = 0; k < n; k++) {
        v[k].iov_len = below(20);
        v[k].iov_base = take(i, v[k].iov_len);
        noise(v[k].iov_base, v[k].iov_len, NOISE);
    }
    char *p = take(i, n * (num)sizeof *v);
    memcpy(p, v, (size_t)n * sizeof *v);
    return is(i, OTHER, p);
}

void *draw_block(int i)
{
    size_t n = below(100);
    char *p = malloc(n);
    if (p == NULL)
        return is(i, NOTHING, NULL);
    memset(p, 'b', n);
    slots[i].block = p;
    slots[i].block_size = n;
    return is(i, BLOCK, p);
}

void *draw_null(int i) { return is(i, NOTHING, NULL); }

/* Functions of the program. */
static long called(void)
{
    call_of_function(0);
    return 0;
}
static long called_differently(void)
{
    call_of_function(1);
    return (long)below(3) - 1;
}
void *draw_function(int i) { return is(i, OTHER, below(2) ? (void *)called : (void *)called_differently); }
int which_function(const void *p) { return p == (void *)called ? 0 : p == (void *)called_differently ? 1 : -1; }

void *draw_stream(int i)
{
    FILE *f = streams[below((unsigned)streams_n)];
    slots[i].stream = f;
    return is(i, OTHER, f);
}

/* Objects whose bytes cannot be any. */
static void a_time(void *p)
{
    struct tm *t = p;
    *t = (struct tm){(int)below(61), (int)below(60), (int)below(24), 1 + (int)below(31), (int)below(12), (int)below(300), (int)below(7), (int)below(366), (int)below(3) - 1, 0, NULL};
    if (below(4) == 0)
        t->tm_mon = (int)draw_number(16);
    t->tm_zone = "UTC";
}

static void a_span(void *p)
{
    struct timespec *t = p;
    *t = (struct timespec){below(3) ? 0 : draw_number(31), below(3) ? (long)below(1000000) : (long)draw_number(31)};
}

static void a_set(void *p)
{
    sigemptyset(p);
    for (unsigned k = below(4); k > 0; k--)
        sigaddset(p, 1 + (int)below(31));
}

static void a_set_of_descriptors(void *p)
{
    memset(p, 0, 128);
    for (unsigned k = below(4); k > 0; k--)
        ((char *)p)[below(2)] |= (char)(1 << below(8));
}

static void an_action(void *p)
{
    struct sigaction *a = p;
    *a = (struct sigaction){.sa_handler = below(3) == 0 ? SIG_IGN : below(2) ? SIG_DFL : (void (*)(int))called, .sa_flags = below(2) ? SA_RESTART : 0};
}

static void an_attribute(void *p) { pthread_attr_init(p); }
static void a_mutex(void *p) { pthread_mutex_init(p, NULL); }
static void a_mutex_attribute(void *p) { pthread_mutexattr_init(p); }
static void a_condition(void *p) { pthread_cond_init(p, NULL); }
static void a_condition_attribute(void *p) { pthread_condattr_init(p); }
static void a_lock(void *p) { pthread_rwlock_init(p, NULL); }
static void a_lock_attribute(void *p) { pthread_rwlockattr_init(p); }
static void a_barrier(void *p) { pthread_barrier_init(p, NULL, 1); }
static void a_barrier_attribute(void *p) { pthread_barrierattr_init(p); }
static void a_spin(void *p) { pthread_spin_init(p, 0); }
static void a_semaphore(void *p) { sem_init(p, 0, below(3)); }
static void actions(void *p) { posix_spawn_file_actions_init(p); }
static void attributes(void *p) { posix_spawnattr_init(p); }
static void an_environment(void *p) { fegetenv(p); }
static void a_state(void *p) { memset(p, 0, sizeof(mbstate_t)); }
static void zero(void *p) { (void)p; }

static const struct { const char *type; void (*fill)(void *); } makers[] = {
    {"struct tm", a_time}, {"struct timespec", a_span}, {"struct timeval", a_span}, {"sigset_t", a_set}, {"fd_set", a_set_of_descriptors},
    {"struct sigaction", an_action}, {"pthread_attr_t", an_attribute}, {"pthread_mutex_t", a_mutex}, {"mtx_t", a_mutex},
    {"pthread_mutexattr_t", a_mutex_attribute}, {"pthread_cond_t", a_condition}, {"cnd_t", a_condition},
    {"pthread_condattr_t", a_condition_attribute}, {"pthread_rwlock_t", a_lock}, {"pthread_rwlockattr_t", a_lock_attribute},
    {"pthread_barrier_t", a_barrier}, {"pthread_barrierattr_t", a_barrier_attribute}, {"pthread_spinlock_t", a_spin}, {"sem_t", a_semaphore},
    {"posix_spawn_file_actions_t", actions}, {"posix_spawnattr_t", attributes}, {"fenv_t", an_environment}, {"mbstate_t", a_state},
    {"once_flag", zero}, {"fpos_t", zero}, {"struct __jmp_buf_tag", zero}, {"struct sigevent", zero},
    {"struct msghdr", zero}, {"glob_t", zero}, {"glob64_t", zero}, {"wordexp_t", zero}};

void *draw_object(int i, const char *type, num size)
{
    char *p = take(i, size);
    for (unsigned k = 0; k < sizeof makers / sizeof *makers; k++)
        if (strcmp(type, makers[k].type) == 0) {
            memset(p, 0, (size_t)size);
            makers[k].fill(p);
            return is(i, OTHER, p);
        }
    if (strcmp(type, "DIR") == 0)
        return is(i, OTHER, opendir(below(2) ? "." : "d"));
    if (strcmp(type, "locale_t") == 0)
        return is(i, OTHER, newlocale(LC_ALL_MASK, "C", NULL));
    noise(p, (size_t)size, NOISE);
    return is(i, size == 0 ? OTHER : BYTES, p);
}

num length_of(const char *s) { return (num)strlen(s); }
num wide_length_of(const int *s) { return (num)wcslen((const wchar_t *)s); }

/* Gives the object of a slot the size that it must have, its contents in front. */
void *enlarge(int i, void *p, num size)
{
    if (p == NULL || slot_of(p) != &slots[i])
        return p;
    num had = room_at(p);
    if (had >= size)
        return p;
    if (size > SLOT / 4)
        not_described();
    char copy[SLOT];
    memcpy(copy, p, (size_t)had);
    slots[i].low = slots[i].base + SLOT;
    char *q = take(i, size);
    noise(q, (size_t)size, NOISE);
    memcpy(q, copy, (size_t)had);
    return is(i, slots[i].kind, q);
}

/* The object has addresses in it: its bytes alone do not tell what it is. */
void no_bytes(int i)
{
    if (slots[i].kind == BYTES)
        slots[i].kind = OTHER;
}

void some_bytes(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((char *)p)[i] = (char)(below(2) ? roll() : 0);
}

int is_readable(const void *p, num size)
{
    volatile char sum = 0;
    for (num i = 0; i < size; i++)
        sum = (char)(sum + ((const char *)p)[i]);
    return p != NULL;
}

/* What other calls of the library gave. */
void *own_library(void) { return dlopen(NULL, RTLD_LAZY); }
unsigned long own_class(void)
{
    static const char *const names[] = {"alpha", "digit", "space", "upper"};
    return wctype(names[below(4)]);
}
const void *own_mapping(void) { return wctrans(below(2) ? "toupper" : "tolower"); }
void *draw_entry(int i)
{
    struct dirent **p = (struct dirent **)take(i, sizeof *p);
    char buf[5000];
    *p = (struct dirent *)take(i, sizeof **p);
    memset(*p, 0, sizeof **p);
    snprintf((*p)->d_name, sizeof (*p)->d_name, "%s", drawn("path", buf));
    return is(i, OTHER, p);
}
void *draw_place(int i, int wide)
{
    void **p = (void **)take(i, sizeof *p), *text = wide ? draw_wide(i, -1) : draw_text(i, "", -1);
    *p = text;
    return is(i, OTHER, p);
}

void *draw_words(int i)
{
    static const char *const options[] = {"a", "-a", "-b", "-bx", "--", "-", "--long", "--long=x", "--lo", "word", "-x", "--other"};
    char *list[4] = {"program"};
    for (int k = 1; k < 3; k++) {
        const char *s = options[below(sizeof options / sizeof *options)];
        list[k] = take(i, (num)strlen(s) + 1);
        strcpy(list[k], s);
    }
    list[3] = NULL;
    char *p = take(i, sizeof list);
    memcpy(p, list, sizeof list);
    return is(i, OTHER, p);
}
void *draw_letters(int i)
{
    static const char *const letters[] = {"", "ab:", ":ab::", "+ab", "-a"};
    const char *s = letters[below(5)];
    return strcpy(is(i, BYTES, take(i, (num)strlen(s) + 1)), s);
}
void *draw_options(int i)
{
    static const struct option list[] = {{"long", optional_argument, NULL, 'l'}, {"other", required_argument, NULL, 'o'}, {"lower", no_argument, NULL, 3}, {0}};
    return memcpy(is(i, OTHER, take(i, sizeof list)), list, sizeof list);
}
void *own_interfaces(void) { return if_nameindex(); }

i64 own_process(void) { return getpid(); }
unsigned long own_thread(void) { return pthread_self(); }
void *own_locale(void) { return newlocale(LC_ALL_MASK, "C", NULL); }
const char *const member_texts[] = {"one", "two", NULL};
