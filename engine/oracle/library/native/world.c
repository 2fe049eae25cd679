/* The world that a process of calls finds: files, descriptors, streams, limits, variables of
 * the environment, and malloc, which can fail. */
#include "harness.h"
#include "state.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <sys/single_threaded.h>
#include <time.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <wchar.h>

extern char **environ;
FILE *streams[MOST_STREAMS];
const char *stream_text[MOST_STREAMS];
int streams_n;
int failing;

static void put(const char *name, const char *text)
{
    int fd = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0644);
    if (fd >= 0 && write(fd, text, strlen(text)) >= 0)
        close(fd);
}

static const char content[] = "12 abc\nroot:x:0:0::/:/bin/sh\n\n-0x7 \xff\xc3\xa4 end\na=b\n/dev/x /mnt ext4 rw 0 0\nlast";

static void make_files(void)
{
    put("f", content);
    put("w", "");
    put("empty", "");
    put("exec", "#!/bin/sh\nexit 3\n");
    chmod("exec", 0755);
    mkdir("d", 0755);
    put("d/f", "x");
    if (symlink("f", "link") != 0 || symlink("loop", "loop") != 0 || mkfifo("fifo", 0644) != 0)
        return;
}

/* Descriptors 3 to 14, of each kind one. */
static void make_descriptors(void)
{
    int p[2], fd = -1;
    for (int k = 3; k < 15; k++) {
        switch (k) {
        case 3: fd = open("f", O_RDONLY); break;
        case 4: fd = open("w", O_RDWR); break;
        case 5: fd = open("d", O_RDONLY); break;
        case 6:
            if (pipe(p) == 0 && write(p[1], content, below(40)) >= 0)
                close(p[1]);
            fd = p[0];
            break;
        case 7:
            if (pipe(p) == 0)
                close(p[0]);
            fd = p[1];
            break;
        case 8: fd = open("/dev/full", O_RDWR); break;
        case 9: fd = open("/dev/null", O_RDWR); break;
        case 10: fd = socket(AF_UNIX, below(2) ? SOCK_STREAM : SOCK_DGRAM, 0); break;
        case 11: fd = epoll_create1(0); break;
        case 12: fd = eventfd(below(3), EFD_NONBLOCK); break;
        case 13: fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK); break;
        case 14: fd = socket(AF_INET, below(2) ? SOCK_STREAM : SOCK_DGRAM, 0); break;
        }
        if (fd >= 0 && fd != k) {
            dup2(fd, k);
            close(fd);
        }
    }
}

static void standard(int fd)
{
    static const char *const other[] = {"/dev/full", "/dev/null", "d", "w", "f"};
    unsigned k = below(8);
    close(fd);
    if (k == 0)
        return;
    const char *path = k < 6 ? other[k - 1] : fd == 0 ? "f" : "w";
    int new = open(path, fd == 0 || strcmp(path, "d") == 0 ? O_RDONLY : O_RDWR);
    if (new >= 0 && new != fd) {
        dup2(new, fd);
        close(new);
    }
}

static void stream(FILE *f, const char *text)
{
    if (f != NULL && streams_n < MOST_STREAMS) {
        stream_text[streams_n] = text;
        streams[streams_n++] = f;
    }
}

/* Reads some of a stream. */
static void used(FILE *f)
{
    unsigned k = below(6);
    for (int n = 0; k > 3 && n < (k == 4 ? 3 : 200) && fgetc(f) != EOF; n++)
        continue;
    if (k == 3)
        ungetc('u', f);
}

/* Streams in states that the calls of programs lead to. */
static void make_streams(int plain)
{
    streams_n = 0;
    stream(stdin, "stdin");
    stream(stdout, "stdout");
    stream(stderr, "stderr");
    stream(fopen("f", "r"), "fopen(\"f\", \"r\")");
    stream(fopen("w", "w+"), "fopen(\"w\", \"w+\")");
    stream(fopen("w", "a"), "fopen(\"w\", \"a\")");
    stream(fopen("empty", "r+"), "fopen(\"empty\", \"r+\")");
    stream(fopen("/dev/full", "w"), "fopen(\"/dev/full\", \"w\")");
    stream(fopen("d", "r"), "fopen(\"d\", \"r\")");
    FILE *f = fopen("f", "r");
    if (f != NULL)
        close(fileno(f));
    stream(f, NULL);
    for (int i = 0; i < streams_n && !plain; i++) {
        int how = i == 0 ? O_RDONLY : i < 3 ? O_WRONLY : fcntl(fileno(streams[i]), F_GETFL) & O_ACCMODE;
        if (below(6) == 0)
            setvbuf(streams[i], NULL, _IONBF, 0);
        if (how == O_RDONLY)
            used(streams[i]);
        else if (below(6) == 0)
            fputs("out", streams[i]);
    }
}

static void make_environment(void)
{
    static const char *const zones[] = {"UTC", "Europe/Berlin", "EST5EDT", "", ":nowhere"};
    clearenv();
    setenv("PATH", "/bin:/usr/bin", 1);
    setenv("HOME", below(2) ? "/" : "d", 1);
    setenv("COLUMNS", "80", 1);
    if (below(2))
        setenv("TZ", zones[below(5)], 1);
    if (below(4) == 0)
        setenv("POSIXLY_CORRECT", "1", 1);
    if (below(2))
        setenv("LC_ALL", below(2) ? "C.UTF-8" : "POSIX", 1);
    if (below(4) == 0)
        setenv("TMPDIR", "missing", 1);
}

static void limit(int what, rlim_t n)
{
    struct rlimit r = {n, n};
    setrlimit((__rlimit_resource_t)what, &r);
}

void make_world(int plain)
{
    make_files();
    make_environment();
    make_descriptors();
    for (int fd = 0; fd < 3; fd++)
        standard(fd);
    make_streams(plain);
    failing = below(3) ? 0 : 1 + (int)below(4);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, 10);
    limit(RLIMIT_NPROC, 200);
    limit(RLIMIT_AS, 1ull << 32);
    limit(RLIMIT_FSIZE, below(6) ? 1 << 20 : 0);
    if (below(8) == 0)
        limit(RLIMIT_NOFILE, 15 + below(8));
    if (below(8) == 0)
        limit(RLIMIT_MEMLOCK, 0);
    if (below(3))
        signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    umask(022);
}

/* malloc of the program, which the library uses as well. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

int in_call;
enum { BLOCKS = 1024 };
static struct { const void *p; size_t n; } blocks[BLOCKS];
static int blocks_n;

static int fails(void)
{
    if (in_call && failing != 0 && below((unsigned)failing) == 0) {
        memory_is_short();
        errno = ENOMEM;
        return 1;
    }
    return 0;
}

static void *made(void *p, size_t n)
{
    if (in_call && p != NULL) {
        blocks[blocks_n % BLOCKS].p = p;
        blocks[blocks_n++ % BLOCKS].n = n;
    }
    return p;
}

static void gone(const void *p)
{
    if (!in_call || p == NULL)
        return;
    for (int i = 0; i < blocks_n && i < BLOCKS; i++)
        if (blocks[i].p == p)
            blocks[i].p = NULL;
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].block == p)
            slots[i].freed = 1;
}

size_t new_block(const void *p, int *known)
{
    *known = 0;
    for (int i = 0; i < blocks_n && i < BLOCKS; i++)
        if (blocks[i].p == p) {
            *known = 1;
            return blocks[i].n;
        }
    return 0;
}

void forget_blocks(void) { blocks_n = 0; }

void *malloc(size_t n) { return fails() ? NULL : made(__libc_malloc(n), n); }
void *calloc(size_t n, size_t m) { return fails() ? NULL : made(__libc_calloc(n, m), n * m); }
void *memalign(size_t a, size_t n) { return fails() ? NULL : made(__libc_memalign(a, n), n); }
void *valloc(size_t n) { return memalign(PAGE, n); }
void *pvalloc(size_t n) { return memalign(PAGE, n > -(size_t)PAGE ? n : (n + PAGE - 1) & -(size_t)PAGE); }

int posix_memalign(void **p, size_t a, size_t n)
{
    if (a % sizeof(void *) != 0 || a == 0 || (a & (a - 1)) != 0)
        return EINVAL;
    int saved = errno;
    void *q = memalign(a, n);
    errno = saved;
    if (q == NULL)
        return ENOMEM;
    *p = q;
    return 0;
}

void *aligned_alloc(size_t a, size_t n) { return memalign(a, n); }

void *realloc(void *p, size_t n)
{
    if (n != 0 && fails())
        return NULL;
    void *q = __libc_realloc(p, n);
    if (q != NULL || n == 0)
        gone(p);
    return made(q, n);
}

void free(void *p)
{
    gone(p);
    __libc_free(p);
}

static u64 mix(u64 h, const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const unsigned char *)p)[i]) * 0x100000001b3u;
    return h;
}

/* What a call must leave as it is unless the specification says otherwise. */
void look(struct frame *f)
{
    int saved = errno;
    memset(f, 0, sizeof *f);
    for (int fd = 0; fd < WATCHED; fd++)
        f->descriptor[fd] = syscall(SYS_fcntl, fd, F_GETFD) >= 0;
    for (char **e = environ; e != NULL && *e != NULL; e++)
        f->environment = mix(f->environment, *e, strlen(*e) + 1);
    struct { void *handler; unsigned long flags; void *restorer; u64 mask; } a;
    for (int s = 1; s < 65; s++) /* the library has two of its own */
        if (s != 32 && s != 33 && syscall(SYS_rt_sigaction, s, NULL, &a, 8) == 0)
            f->signals = mix(f->signals, &a, sizeof a);
    u64 mask = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &mask, 8);
    mask &= ~(3ull << 31);
    f->signals = mix(f->signals, &mask, sizeof mask);
    f->getopt = mix(mix(mix(mix(0, &optind, sizeof optind), &optarg, sizeof optarg), &opterr, sizeof opterr), &optopt, sizeof optopt);
    f->zone = mix(mix(mix(0, &timezone, sizeof timezone), &daylight, sizeof daylight), tzname, sizeof tzname);
    f->variables = mix(mix(0, &signgam, sizeof signgam), &__libc_single_threaded, sizeof __libc_single_threaded);
    char path[4096];
    long n = syscall(SYS_getcwd, path, sizeof path);
    f->directory = mix(0, path, n > 0 ? (size_t)n : 0);
    FILE *const all[3] = {stdin, stdout, stderr};
    for (int i = 0; i < streams_n + 3; i++) {
        FILE *s = i < 3 ? all[i] : streams[i - 3];
        if (s != NULL)
            f->stream[i] = (unsigned char)((feof_unlocked(s) != 0) | (ferror_unlocked(s) != 0) << 1);
    }
    errno = saved;
}
