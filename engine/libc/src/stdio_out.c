/* stdio.h: unformatted output. What is printed has no effect; every pointer is
 * checked, and the result is whatever the environment makes of the attempt. No
 * function here branches on what it prints. */
#include "assay.h"
#include "model.h"

extern int ferror(FILE *f);

/* A count of at least 0, or EOF. */
static int any_result(void) { return (int)__assay_nondet(31, "output") - 1; }

/* 0 or EOF. */
static int any_status(void) { return -(int)__assay_nondet(1, "output"); }

void __model_readable(const void *p, size_t n)
{
    char byte;
    if (n == 0)
        return;
    __assay_copy(&byte, p, 1, 1);
    __assay_copy(&byte, (const char *)p + (n - 1), 1, 1);
}

int fputc(int c, FILE *f)
{
    ferror(f);
    return (unsigned char)c | any_status();
}

int putc(int c, FILE *f) { return fputc(c, f); }
int _IO_putc(int c, FILE *f) { return fputc(c, f); }
int putchar(int c) { return fputc(c, stdout); }
int fputc_unlocked(int c, FILE *f) { return fputc(c, f); }
int putc_unlocked(int c, FILE *f) { return fputc(c, f); }
int putchar_unlocked(int c) { return fputc(c, stdout); }

int fputs(const char *s, FILE *f)
{
    ferror(f);
    __assay_check_string(s, SIZE_MAX);
    return any_result();
}

int fputs_unlocked(const char *s, FILE *f) { return fputs(s, f); }
int puts(const char *s) { return fputs(s, stdout); }

size_t fwrite(const void *p, size_t size, size_t n, FILE *f)
{
    ferror(f);
    __model_readable(p, size * n);
    size_t done = (size_t)__assay_nondet(8 * (int)sizeof(long), "output");
    __assay_assume(done <= n);
    return size == 0 ? 0 : done;
}

size_t fwrite_unlocked(const void *p, size_t size, size_t n, FILE *f) { return fwrite(p, size, n, f); }

int putw(int w, FILE *f)
{
    (void)w;
    ferror(f);
    return any_status();
}

void perror(const char *s)
{
    if (s != NULL)
        __assay_check_string(s, SIZE_MAX);
}

void psignal(int sig, const char *s)
{
    (void)sig;
    perror(s);
}

int fflush(FILE *f)
{
    if (f != NULL)
        ferror(f);
    return any_status();
}

int fflush_unlocked(FILE *f) { return fflush(f); }
