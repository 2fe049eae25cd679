/* err.h and error.h: messages on standard error, and the end of the program. */
#include "assay.h"
#include "model.h"

extern int vfprintf(FILE *f, const char *fmt, va_list ap);
extern int fflush(FILE *f);

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

void vwarn(const char *fmt, va_list ap)
{
    if (fmt != NULL)
        vfprintf(stderr, fmt, ap);
    __model_errno_after(0); /* what stands around the message can fail as well */
}

void vwarnx(const char *fmt, va_list ap) { vwarn(fmt, ap); }

_Noreturn void verr(int status, const char *fmt, va_list ap)
{
    vwarn(fmt, ap);
    exit(status);
}

_Noreturn void verrx(int status, const char *fmt, va_list ap) { verr(status, fmt, ap); }

/* The message, from the variable arguments behind fmt. */
#define MESSAGE(print) \
    do { \
        va_list ap; \
        va_start(ap, fmt); \
        print; \
        va_end(ap); \
    } while (0)

void warn(const char *fmt, ...) { MESSAGE(vwarn(fmt, ap)); }
void warnx(const char *fmt, ...) { MESSAGE(vwarn(fmt, ap)); }

_Noreturn void err(int status, const char *fmt, ...)
{
    MESSAGE(vwarn(fmt, ap));
    exit(status);
}

_Noreturn void errx(int status, const char *fmt, ...)
{
    MESSAGE(vwarn(fmt, ap));
    exit(status);
}

/* The program's name, as the program says it. */
static void name(void)
{
    if (error_print_progname != NULL)
        error_print_progname();
}

/* error flushes standard output, and ends the program unless status is 0. */
void error(int status, int number, const char *fmt, ...)
{
    (void)number;
    fflush(stdout);
    name();
    MESSAGE(vfprintf(stderr, fmt, ap));
    error_message_count++;
    if (status != 0)
        exit(status);
}

/* With error_one_per_line nothing happens at the place of the last message. */
void error_at_line(int status, int number, const char *file, unsigned line, const char *fmt, ...)
{
    (void)number, (void)line;
    if (error_one_per_line != 0 && __assay_nondet(1, "error_at_line"))
        return;
    fflush(stdout);
    name();
    if (file != NULL)
        __assay_check_string(file, SIZE_MAX);
    MESSAGE(vfprintf(stderr, fmt, ap));
    error_message_count++;
    if (status != 0)
        exit(status);
}
