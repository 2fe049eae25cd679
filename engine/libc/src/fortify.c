/* What glibc's headers call instead under _FORTIFY_SOURCE. The object sizes
 * that are passed along add nothing to the checks of the plain functions. */
#include "assay.h"
#include "model.h"

extern void *memset(void *, int, size_t);
extern char *strcpy(char *, const char *), *stpcpy(char *, const char *), *strcat(char *, const char *);
extern char *strncpy(char *, const char *, size_t), *strncat(char *, const char *, size_t);
extern char *fgets(char *, int, FILE *), *gets(char *);
extern size_t fread(void *, size_t, size_t, FILE *);
extern ssize_t read(int, void *, size_t);
extern int vsnprintf(char *, size_t, const char *, va_list), vsprintf(char *, const char *, va_list);
extern int vfprintf(FILE *, const char *, va_list), vdprintf(int, const char *, va_list);
extern int vasprintf(char **, const char *, va_list);

void *__memcpy_chk(void *dst, const void *src, size_t n, size_t room)
{
    (void)room;
    __assay_copy(dst, src, n, 1);
    return dst;
}

void *__memmove_chk(void *dst, const void *src, size_t n, size_t room)
{
    (void)room;
    __assay_copy(dst, src, n, 0);
    return dst;
}

void *__memset_chk(void *dst, int c, size_t n, size_t room)
{
    (void)room;
    return memset(dst, c, n);
}

char *__strcpy_chk(char *dst, const char *src, size_t room) { return (void)room, strcpy(dst, src); }
char *__stpcpy_chk(char *dst, const char *src, size_t room) { return (void)room, stpcpy(dst, src); }
char *__strcat_chk(char *dst, const char *src, size_t room) { return (void)room, strcat(dst, src); }
char *__strncpy_chk(char *dst, const char *src, size_t n, size_t room) { return (void)room, strncpy(dst, src, n); }
char *__strncat_chk(char *dst, const char *src, size_t n, size_t room) { return (void)room, strncat(dst, src, n); }
char *__fgets_chk(char *buf, size_t room, int n, FILE *f) { return (void)room, fgets(buf, n, f); }
char *__gets_chk(char *buf, size_t room) { return (void)room, gets(buf); }
ssize_t __read_chk(int fd, void *buf, size_t n, size_t room) { return (void)room, read(fd, buf, n); }

size_t __fread_chk(void *buf, size_t room, size_t size, size_t n, FILE *f)
{
    (void)room;
    return fread(buf, size, n, f);
}

int __vsnprintf_chk(char *buf, size_t n, int flag, size_t room, const char *fmt, va_list ap)
{
    (void)flag, (void)room;
    return vsnprintf(buf, n, fmt, ap);
}

int __vfprintf_chk(FILE *f, int flag, const char *fmt, va_list ap) { return (void)flag, vfprintf(f, fmt, ap); }
int __vprintf_chk(int flag, const char *fmt, va_list ap) { return (void)flag, vfprintf(stdout, fmt, ap); }
int __vdprintf_chk(int fd, int flag, const char *fmt, va_list ap) { return (void)flag, vdprintf(fd, fmt, ap); }
int __vasprintf_chk(char **out, int flag, const char *fmt, va_list ap) { return (void)flag, vasprintf(out, fmt, ap); }

int __vsprintf_chk(char *buf, int flag, size_t room, const char *fmt, va_list ap)
{
    (void)flag, (void)room;
    return vsprintf(buf, fmt, ap);
}

#define VARIADIC(call) \
    { \
        (void)flag; \
        va_list ap; \
        va_start(ap, fmt); \
        int result = call; \
        va_end(ap); \
        return result; \
    }
int __printf_chk(int flag, const char *fmt, ...) VARIADIC(vfprintf(stdout, fmt, ap))
int __fprintf_chk(FILE *f, int flag, const char *fmt, ...) VARIADIC(vfprintf(f, fmt, ap))
int __dprintf_chk(int fd, int flag, const char *fmt, ...) VARIADIC(vdprintf(fd, fmt, ap))
int __asprintf_chk(char **out, int flag, const char *fmt, ...) VARIADIC(vasprintf(out, fmt, ap))
int __sprintf_chk(char *buf, int flag, size_t room, const char *fmt, ...)
    VARIADIC(((void)room, vsprintf(buf, fmt, ap)))
int __snprintf_chk(char *buf, size_t n, int flag, size_t room, const char *fmt, ...)
    VARIADIC(((void)room, vsnprintf(buf, n, fmt, ap)))
