/* stdio.h: unformatted output. What is printed has no effect; every pointer is
 * checked, and the result is whatever the environment makes of the attempt. No
 * function here branches on what it prints. */
#include "assay.h"
#include "model.h"

/* What an attempt gives: a count of at least 0, or EOF. Any attempt can fail: a full
 * disk, a closed descriptor, a pipe that nobody reads show when a buffer is written out,
 * at whatever call that is. */
static int any_result(FILE *file)
{
    struct stream *f = __model_stream(file);
    int r = ((int)__assay_nondet(31, "output") - 1) & (INT_MAX | -__model_can_fail(f));
    __model_wrote(f, r < 0, r < 0);
    return r;
}

/* 0 or EOF. */
static int any_status(FILE *file)
{
    struct stream *f = __model_stream(file);
    int failed = (int)__assay_nondet(1, "output") & __model_can_fail(f);
    __model_wrote(f, failed, failed);
    return -failed;
}

void __model_readable(const void *p, size_t n)
{
    char byte;
    if (n == 0)
        return;
    __assay_copy(&byte, p, 1, 1);
    __assay_copy(&byte, (const char *)p + (n - 1), 1, 1);
}

int fputc(int c, FILE *f) { return (unsigned char)c | any_status(f); }

int putc(int c, FILE *f) { return fputc(c, f); }
int _IO_putc(int c, FILE *f) { return fputc(c, f); }
int putchar(int c) { return fputc(c, stdout); }
int fputc_unlocked(int c, FILE *f) { return fputc(c, f); }
int putc_unlocked(int c, FILE *f) { return fputc(c, f); }
int putchar_unlocked(int c) { return fputc(c, stdout); }

int fputs(const char *s, FILE *f)
{
    __assay_check_string(s, SIZE_MAX);
    return any_result(f);
}

int fputs_unlocked(const char *s, FILE *f) { return fputs(s, f); }
int puts(const char *s) { return fputs(s, stdout); }

size_t fwrite(const void *p, size_t size, size_t n, FILE *f)
{
    struct stream *s = __model_stream(f);
    __model_readable(p, size * n);
    if (size == 0 || n == 0)
        return 0;
    size_t done = (size_t)__assay_nondet(8 * (int)sizeof(long), "output");
    __assay_assume((done == n) | ((done < n) & __model_can_fail(s)));
    __model_wrote(s, done < n, done < n);
    return done;
}

size_t fwrite_unlocked(const void *p, size_t size, size_t n, FILE *f) { return fwrite(p, size, n, f); }

int putw(int w, FILE *f)
{
    (void)w;
    return any_status(f);
}

/* errno is what it was, unless the message could not be written. It goes through a stream of
 * its own on the same descriptor if there can be one: stderr gets no orientation then. */
void perror(const char *s)
{
    struct stream *f = __model_stream(stderr);
    int bytes = f->bytes;
    if (s != NULL)
        __assay_check_string(s, SIZE_MAX);
    any_status(stderr);
    f->bytes = bytes | (f->bytes & (int)__assay_nondet(1, "output"));
}

void psignal(int sig, const char *s)
{
    (void)sig;
    perror(s);
}

/* Flushing an input stream can fail without an indicator, and goes back to what was not read
 * yet: what was put back and is not in the file is gone. Without a stream all of them are
 * flushed. */
int fflush(FILE *f)
{
    int failed = (int)__assay_nondet(1, "output");
    if (f == NULL) {
        __model_unknown_stream();
        __model_errno_after(failed);
    } else {
        struct stream *s = __model_stream(f);
        failed &= __model_can_fail(s);
        __model_flushed(s, failed, failed & (int)__assay_nondet(1, "output"));
        if (s->pushed > 0 && s->strange && __assay_nondet(1, "file:status"))
            s->pushed = 0;
    }
    return -failed;
}

int fflush_unlocked(FILE *f) { return fflush(f); }
