/* stdio.h: opening, closing and positioning files. */
#include "assay.h"
#include "model.h"

extern int ferror(FILE *f);

static FILE *opened(void)
{
    struct stream *f = __assay_alloc(sizeof *f, 1);
    f->fd = -1;
    return (FILE *)f;
}

static FILE *try_open(void)
{
    if (__assay_choose("fopen")) {
        __model_any_errno();
        return NULL;
    }
    return opened();
}

FILE *fopen(const char *path, const char *mode)
{
    __assay_check_string(path, SIZE_MAX);
    __assay_check_string(mode, SIZE_MAX);
    return try_open();
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

/* Descriptors 0 to 2 have their streams. */
FILE *fdopen(int fd, const char *mode)
{
    __assay_check_string(mode, SIZE_MAX);
    if (fd == 0)
        return stdin;
    if (fd == 1)
        return stdout;
    if (fd == 2)
        return stderr;
    if (__assay_choose("fdopen")) {
        __model_any_errno();
        return NULL;
    }
    struct stream *f = (struct stream *)opened();
    f->fd = fd;
    return (FILE *)f;
}

FILE *tmpfile(void)
{
    if (__assay_choose("tmpfile")) {
        __model_any_errno();
        return NULL;
    }
    return opened();
}

FILE *tmpfile64(void) { return tmpfile(); }

static int any_status(void)
{
    int failed = (int)__assay_nondet(1, "file:status");
    __model_errno_if(failed);
    return -failed;
}

static int standard(FILE *f)
{
    return f == (FILE *)__model_stdin() || f == stdout || f == stderr;
}

int fclose(FILE *file)
{
    struct stream *f = (struct stream *)file;
    ferror(file);
    if (standard(file)) {
        f->pushed = 0;
        f->eof = f->ended = 1;
    } else {
        __assay_free(f);
    }
    return any_status();
}

FILE *freopen(const char *path, const char *mode, FILE *file)
{
    __assay_check_string(mode, SIZE_MAX);
    if (path != NULL)
        __assay_check_string(path, SIZE_MAX);
    ferror(file);
    if (file == (FILE *)__model_stdin())
        __assay_undecided("freopen of standard input");
    if (__assay_choose("freopen")) {
        __model_any_errno();
        return NULL;
    }
    *(struct stream *)file = (struct stream){.fd = ((struct stream *)file)->fd};
    return file;
}

/* The position is no part of the model: a file holds arbitrary bytes anyway. */
static int seek(FILE *file)
{
    struct stream *f = (struct stream *)file;
    if (f == __model_stdin())
        __assay_undecided("seeking in standard input");
    f->eof = f->ended = f->looked = f->forbidden = f->pushed = 0;
    return any_status();
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

void rewind(FILE *f)
{
    seek(f);
    ((struct stream *)f)->error = 0;
}

static long long position(FILE *f)
{
    ferror(f);
    long long at = (long long)(u64)(unsigned long)__assay_nondet(8 * (int)sizeof(long) - 1, "ftell") - 1;
    __model_errno_if(at < 0);
    return at;
}

long ftell(FILE *f) { return (long)position(f); }
long ftello(FILE *f) { return (long)position(f); }
long long ftello64(FILE *f) { return position(f); }

#define ON_PATH(name) \
    int name(const char *path) \
    { \
        __assay_check_string(path, SIZE_MAX); \
        return any_status(); \
    }
ON_PATH(remove)

int rename(const char *from, const char *to)
{
    __assay_check_string(from, SIZE_MAX);
    __assay_check_string(to, SIZE_MAX);
    return any_status();
}
