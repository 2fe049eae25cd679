/* unistd.h and fcntl.h: descriptors. Descriptor 0 is standard input, the same
 * bytes that stdio reads, up to their end; behind it, and on other descriptors,
 * there are arbitrary ones. */
#include "assay.h"
#include "model.h"

enum { LONG_BITS = 8 * sizeof(long), BLOCK = 256 };

/* All there is, up to n bytes. The count is told to a replay. */
static ssize_t full_read(char *p, size_t n)
{
    size_t i = 0;
    for (; i < n; i++) {
        int c = __model_stdin_raw();
        if (c == EOF) {
            if (i > 0) /* the end is for the next read */
                __model_stdin_ahead(EOF);
            break;
        }
        p[i] = (char)c;
    }
    __assay_assume(__assay_nondet(LONG_BITS, "read") == (long)i);
    return (ssize_t)i;
}

/* An error, or fewer bytes than there are. The byte behind them is fetched
 * and put back: input that ends there is full_read's. */
static ssize_t short_read(char *p, size_t n)
{
    ssize_t count = (ssize_t)__assay_nondet(LONG_BITS, "read");
    __assay_assume((count == -1) | ((count >= 1) & ((size_t)count < n)));
    if (count < 0) {
        __model_any_errno();
        return -1;
    }
    for (ssize_t i = 0; i <= count; i++) {
        int c = __model_stdin_raw();
        __assay_assume(c != EOF);
        if (i < count)
            p[i] = (char)c;
        else
            __model_stdin_ahead(c);
    }
    return count;
}

static ssize_t read_other(char *p, size_t n)
{
    char block[BLOCK];
    ssize_t count = (ssize_t)__assay_nondet(LONG_BITS, "read");
    __assay_assume((count == -1) | ((count >= 0) & ((size_t)count <= n)));
    if (count < 0) {
        __model_any_errno();
        return -1;
    }
    for (size_t done = 0; done < (size_t)count; done += BLOCK) {
        size_t room = n - done < BLOCK ? n - done : BLOCK, k = (size_t)count - done;
        __model_any_bytes(block, room, "file");
        k = room ^ ((k ^ room) & (0 - (size_t)(k < room)));
        __assay_copy(p + done, block, k, 1);
    }
    return count;
}

ssize_t read(int fd, void *buf, size_t n)
{
    if (!__assay_is_known(&fd, sizeof fd) || fd != 0 || n == 0 || !__model_stdin_told())
        return read_other(buf, n);
    return __assay_choose("read:short") ? short_read(buf, n) : full_read(buf, n);
}

ssize_t write(int fd, const void *p, size_t n)
{
    (void)fd;
    __model_readable(p, n);
    ssize_t count = (ssize_t)__assay_nondet(LONG_BITS, "write");
    __assay_assume((count == -1) | ((count >= 0) & ((size_t)count <= n)));
    __model_errno_if(count < 0);
    return count;
}

/* 0 or -1. */
static int any_status(const char *key)
{
    int failed = (int)__assay_nondet(1, key);
    __model_errno_if(failed);
    return -failed;
}

int close(int fd)
{
    __model_descriptor_closed(fd);
    return any_status("close");
}

/* A descriptor that was free, or -1. Those of the standard streams may be free: closed
 * here, or by whoever started the program. */
static int any_descriptor(const char *key)
{
    int failed = (int)__assay_nondet(1, key);
    __model_errno_if(failed);
    return __model_new_descriptor(key) | -failed;
}

int open(const char *path, int how, ...)
{
    (void)how;
    __assay_check_string(path, SIZE_MAX);
    return any_descriptor("open");
}

int open64(const char *path, int how, ...)
{
    (void)how;
    __assay_check_string(path, SIZE_MAX);
    return any_descriptor("open");
}

int openat(int dir, const char *path, int how, ...)
{
    (void)dir;
    return open(path, how);
}

int creat(const char *path, unsigned mode)
{
    (void)mode;
    return open(path, 0);
}

int dup(int fd)
{
    (void)fd;
    return any_descriptor("dup");
}

/* Two descriptors that were free, or -1. */
static int any_pair(int *fds, const char *key)
{
    __assay_copy(fds, fds, 2 * sizeof *fds, 0);
    if (__assay_nondet(1, key)) {
        __model_any_errno();
        return -1;
    }
    fds[0] = __model_new_descriptor(key);
    fds[1] = __model_new_descriptor(key);
    __assay_assume(fds[0] != fds[1]);
    return 0;
}

int pipe(int *fds) { return any_pair(fds, "pipe"); }

int pipe2(int *fds, int how)
{
    (void)how;
    return any_pair(fds, "pipe");
}

int socketpair(int domain, int kind, int protocol, int *fds)
{
    int failed;
    (void)domain, (void)kind, (void)protocol;
    failed = any_pair(fds, "socketpair");
    if (failed && __assay_nondet(1, "socketpair")) { /* numbers that the kernel took back */
        fds[0] = (int)__assay_nondet(31, "socketpair");
        if (__assay_nondet(1, "socketpair"))
            fds[1] = (int)__assay_nondet(31, "socketpair");
    }
    return failed;
}

/* The descriptor that was asked for, or -1. */
int dup2(int fd, int want)
{
    int failed = (int)__assay_nondet(1, "dup") | (want < 0);
    (void)fd;
    __model_descriptor_closed(want);
    __model_errno_if(failed);
    return want | -failed;
}

int dup3(int fd, int want, int how)
{
    (void)how;
    return dup2(fd, want);
}

int mkstemp(char *name)
{
    size_t n = strlen(name);
    if (n < 6 || strcmp(name + n - 6, "XXXXXX") != 0) {
        errno = EINVAL;
        return -1;
    }
    for (size_t i = n - 6; i < n; i++) {
        name[i] = (char)__assay_nondet(8, "mkstemp");
        __assay_assume(is_digit(name[i]) | (((unsigned char)name[i] | 32u) - 'a' < 26u));
    }
    return any_descriptor("mkstemp");
}

int isatty(int fd)
{
    int yes = (int)__assay_nondet(1, "isatty");
    (void)fd;
    __model_errno_if(!yes);
    return yes;
}

#define ON_PATH(name) \
    int name(const char *path) \
    { \
        __assay_check_string(path, SIZE_MAX); \
        return any_status(#name); \
    }
ON_PATH(unlink)
ON_PATH(rmdir)
ON_PATH(chdir)

int access(const char *path, int how)
{
    (void)how;
    __assay_check_string(path, SIZE_MAX);
    return any_status("access");
}

int fsync(int fd)
{
    (void)fd;
    return any_status("fsync");
}

unsigned getuid(void) { return (unsigned)__assay_nondet(32, "getuid"); }
unsigned geteuid(void) { return (unsigned)__assay_nondet(32, "geteuid"); }
unsigned getgid(void) { return (unsigned)__assay_nondet(32, "getgid"); }
