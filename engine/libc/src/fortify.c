/* What glibc's headers call instead under _FORTIFY_SOURCE. What goes beyond the size that is
 * passed along ends the program. Beyond the object it is the error that it is in the plain
 * function: that is what an alarm speaks of. */
#include "assay.h"
#include "model.h"

extern void *memset(void *, int, size_t);
extern char *strcpy(char *, const char *), *stpcpy(char *, const char *), *strcat(char *, const char *);
extern char *strncpy(char *, const char *, size_t), *strncat(char *, const char *, size_t);
extern int fgetc(FILE *);
extern char *fgets(char *, int, FILE *), *gets(char *);
extern size_t fread(void *, size_t, size_t, FILE *);
extern ssize_t read(int, void *, size_t);
extern int vsnprintf(char *, size_t, const char *, va_list), vsprintf(char *, const char *, va_list);
extern int vfprintf(FILE *, const char *, va_list), vdprintf(int, const char *, va_list);
extern int vasprintf(char **, const char *, va_list);

/* The size says less than the object does: it is that of a member. */
static int narrow(const void *p, size_t room) { return room < __assay_room(p); }

/* The end of a program that would write n bytes behind p, where room are. */
static void within(const void *p, size_t n, size_t room)
{
    if (n > room && n <= __assay_room(p))
        __assay_abort();
}

static size_t at_most(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i] != 0)
        i++;
    return i;
}

void *__memcpy_chk(void *dst, const void *src, size_t n, size_t room)
{
    within(dst, n, room);
    __assay_copy(dst, src, n, 1);
    return dst;
}

void *__memmove_chk(void *dst, const void *src, size_t n, size_t room)
{
    within(dst, n, room);
    __assay_copy(dst, src, n, 0);
    return dst;
}

void *__memset_chk(void *dst, int c, size_t n, size_t room)
{
    within(dst, n, room);
    return memset(dst, c, n);
}

char *__strcpy_chk(char *dst, const char *src, size_t room)
{
    if (narrow(dst, room))
        within(dst, strlen(src) + 1, room);
    return strcpy(dst, src);
}

char *__stpcpy_chk(char *dst, const char *src, size_t room)
{
    if (narrow(dst, room))
        within(dst, strlen(src) + 1, room);
    return stpcpy(dst, src);
}

char *__strcat_chk(char *dst, const char *src, size_t room)
{
    if (narrow(dst, room))
        within(dst, strlen(dst) + strlen(src) + 1, room);
    return strcat(dst, src);
}

char *__strncpy_chk(char *dst, const char *src, size_t n, size_t room)
{
    within(dst, n, room);
    return strncpy(dst, src, n);
}

char *__strncat_chk(char *dst, const char *src, size_t n, size_t room)
{
    if (narrow(dst, room))
        within(dst, strlen(dst) + at_most(src, n) + 1, room);
    return strncat(dst, src, n);
}

/* A line that is longer than the room ends the program when it is read. */
char *__fgets_chk(char *buf, size_t room, int n, FILE *f)
{
    if (n <= 0 || (size_t)n <= room || !narrow(buf, room))
        return fgets(buf, n, f);
    if (room == 0)
        __assay_abort();
    char *line = fgets(buf, (int)room, f);
    if (line != NULL && strlen(line) == room - 1 && (room == 1 || line[room - 2] != '\n') && fgetc(f) != EOF)
        __assay_abort();
    return line;
}

char *__gets_chk(char *buf, size_t room)
{
    if (narrow(buf, room))
        __assay_undecided("gets into a member, with _FORTIFY_SOURCE");
    return gets(buf);
}

ssize_t __read_chk(int fd, void *buf, size_t n, size_t room)
{
    within(buf, n, room);
    return read(fd, buf, n);
}

size_t __fread_chk(void *buf, size_t room, size_t size, size_t n, FILE *f)
{
    within(buf, size * n, room);
    return fread(buf, size, n, f);
}

int __vsnprintf_chk(char *buf, size_t n, int flag, size_t room, const char *fmt, va_list ap)
{
    (void)flag;
    within(buf, n, room);
    return vsnprintf(buf, n, fmt, ap);
}

int __vfprintf_chk(FILE *f, int flag, const char *fmt, va_list ap) { return (void)flag, vfprintf(f, fmt, ap); }
int __vprintf_chk(int flag, const char *fmt, va_list ap) { return (void)flag, vfprintf(stdout, fmt, ap); }
int __vdprintf_chk(int fd, int flag, const char *fmt, va_list ap) { return (void)flag, vdprintf(fd, fmt, ap); }
int __vasprintf_chk(char **out, int flag, const char *fmt, va_list ap) { return (void)flag, vasprintf(out, fmt, ap); }

int __vsprintf_chk(char *buf, int flag, size_t room, const char *fmt, va_list ap)
{
    (void)flag;
    if (narrow(buf, room)) {
        va_list again;
        va_copy(again, ap);
        int n = vsnprintf(NULL, 0, fmt, again);
        va_end(again);
        if (n >= 0)
            within(buf, (size_t)n + 1, room);
    }
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
    VARIADIC(__vsprintf_chk(buf, flag, room, fmt, ap))
int __snprintf_chk(char *buf, size_t n, int flag, size_t room, const char *fmt, ...)
    VARIADIC(__vsnprintf_chk(buf, n, flag, room, fmt, ap))
