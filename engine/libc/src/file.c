/* stdio.h: opening, closing and positioning files. */
#include "assay.h"
#include "model.h"

extern int feof(FILE *f);

enum { NAME_LENGTH = 20 }; /* L_tmpnam, with the NUL */
static char temporary[NAME_LENGTH];

void __model_unknown_file(void) { __model_any_bytes(temporary, sizeof temporary - 1, "tmpnam"); }

/* A stream that is opened to append goes to the end of what may have none (ESPIPE). */
static FILE *opened(int fd)
{
    __model_errno_after(0);
    struct stream *f = __assay_alloc(sizeof *f, 1);
    __assay_private(f);
    __model_reopen(f, fd);
    f->told = __assay_is_known(&fd, sizeof fd) && fd == 0;
    return (FILE *)f;
}

/* A descriptor that was free: it may be one of a standard stream that was closed, here
 * or by whoever started the program. */
static FILE *try_open(const char *key)
{
    if (__assay_choose(key)) {
        __model_any_errno();
        return NULL;
    }
    return opened(__model_new_descriptor("fileno"));
}

/* ",ccs=" behind the mode makes the stream one of wide characters. */
static void plain_mode(const char *mode)
{
    __assay_check_string(mode, SIZE_MAX);
    for (; __assay_is_known(mode, 1) && *mode != 0; mode++)
        if (*mode == ',')
            __assay_undecided("a character set in the mode of a stream");
}

FILE *fopen(const char *path, const char *mode)
{
    __assay_check_string(path, SIZE_MAX);
    plain_mode(mode);
    return try_open("fopen");
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

FILE *fdopen(int fd, const char *mode)
{
    plain_mode(mode);
    if (__assay_choose("fdopen")) {
        __model_any_errno();
        return NULL;
    }
    return opened(fd);
}

FILE *tmpfile(void) { return try_open("tmpfile"); }
FILE *tmpfile64(void) { return tmpfile(); }

FILE *popen(const char *command, const char *mode)
{
    __assay_check_string(command, SIZE_MAX);
    plain_mode(mode);
    return try_open("popen");
}

static int any_status(void)
{
    int failed = (int)__assay_nondet(1, "file:status");
    __model_errno_if(failed);
    return -failed;
}

static int standard(FILE *f) { return f == stdin || f == stdout || f == stderr; }

/* What is still to be written may fail; the stream is closed nevertheless. */
int fclose(FILE *file)
{
    struct stream *f = __model_stream(file);
    int failed = (int)__assay_nondet(1, "file:status") & __model_can_fail(f);
    if (f->closed)
        failed = 1; /* errno stays */
    else
        __model_errno_after(failed);
    __model_shut(f);
    if (!standard(file))
        __assay_free(f);
    return -failed;
}

/* The status of the command, or -1. */
int pclose(FILE *file)
{
    fclose(file);
    return (int)__assay_nondet(32, "file:status");
}

/* What fails leaves the stream closed. */
FILE *freopen(const char *path, const char *mode, FILE *file)
{
    plain_mode(mode);
    if (path != NULL)
        __assay_check_string(path, SIZE_MAX);
    struct stream *f = __model_stream(file);
    int fd = f->fd;
    if (__assay_choose("freopen")) {
        __model_any_errno();
        __model_shut(f);
        return NULL;
    }
    __model_errno_after(0);
    __model_descriptor_closed(fd);
    __model_reopen(f, fd >= 0 ? fd : __model_new_descriptor("fileno"));
    return file;
}

FILE *freopen64(const char *path, const char *mode, FILE *file) { return freopen(path, mode, file); }

/* The position is no part of the model: behind it there are arbitrary bytes. What was
 * put back may be gone even if there is no moving in the file. */
static int seek(FILE *file)
{
    feof(file);
    struct stream *f = __model_stream(file);
    int failed = (int)__assay_nondet(1, "file:status");
    __model_flushed(f, failed, failed & (int)__assay_nondet(1, "output"));
    if ((f->told || f->pushed > 0) && failed) {
        if (f->pushed > 0 && __assay_nondet(1, "file:status"))
            f->pushed = 0;
        return EOF;
    }
    f->eof &= failed;
    f->told = f->forbidden = f->pushed = 0;
    f->last = EOF;
    return -failed;
}

int fseek(FILE *f, long offset, int whence)
{
    (void)offset, (void)whence;
    return seek(f);
}

int fseeko(FILE *f, long offset, int whence)
{
    (void)offset, (void)whence;
    return seek(f);
}

int fseeko64(FILE *f, long long offset, int whence)
{
    (void)offset, (void)whence;
    return seek(f);
}

void rewind(FILE *file)
{
    seek(file);
    struct stream *f = __model_stream(file);
    f->eof = f->error = 0;
}

static long long position(FILE *f)
{
    __model_stream(f);
    long long at = (long long)(u64)(unsigned long)__assay_nondet(8 * (int)sizeof(long) - 1, "ftell") - 1;
    __model_errno_if(at < 0);
    return at;
}

long ftell(FILE *f) { return (long)position(f); }
long ftello(FILE *f) { return (long)position(f); }
long long ftello64(FILE *f) { return position(f); }

/* fpos_t: an offset and a state of conversion of two words. */
struct place {
    long offset;
    int state[2];
};

int fgetpos(FILE *f, struct place *at)
{
    long offset = (long)position(f);
    if (offset < 0)
        return EOF;
    *at = (struct place){offset, {0, 0}};
    at->state[0] = (int)__assay_nondet(31, "ftell");
    at->state[1] = (int)__assay_nondet(31, "ftell");
    return 0;
}

int fsetpos(FILE *f, const struct place *at)
{
    __model_readable(at, sizeof *at);
    return seek(f);
}

/* /tmp/file and six letters or digits. */
static char *name_of_temporary(char *name)
{
    __assay_copy(name, "/tmp/file", 9, 1);
    for (int i = 9; i < 15; i++) {
        name[i] = (char)__assay_nondet(8, "tmpnam");
        __assay_assume(is_digit(name[i]) | (((unsigned char)name[i] | 32u) - 'a' < 26u));
    }
    name[15] = 0;
    return name;
}

char *tmpnam(char *name)
{
    if (any_status() != 0)
        return NULL;
    return name_of_temporary(name == NULL ? temporary : name);
}

char *tmpnam_r(char *name) { return name == NULL ? NULL : tmpnam(name); }

/* It tries unlink, then rmdir: errno may tell of the first one. */
int remove(const char *path)
{
    __assay_check_string(path, SIZE_MAX);
    int failed = (int)__assay_nondet(1, "file:status");
    __model_errno_after(failed);
    return -failed;
}

int rename(const char *from, const char *to)
{
    __assay_check_string(from, SIZE_MAX);
    __assay_check_string(to, SIZE_MAX);
    return any_status();
}
