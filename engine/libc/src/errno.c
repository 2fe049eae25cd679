/* errno.h and the texts of string.h's strerror. */
#include "assay.h"
#include "model.h"

static int last_error;

int *__errno_location(void) { return &last_error; }

void __model_any_errno(void)
{
    int e = (int)__assay_nondet(8, "errno");
    __assay_assume((e >= 1) & (e <= LAST_ERRNO));
    last_error = e;
}

void __model_errno_if(int failed)
{
    int old = last_error;
    __model_any_errno();
    last_error = (old & (failed - 1)) | (last_error & -failed);
}

void __model_unknown_errno(void) { last_error = (int)__assay_nondet(32, "errno"); }

/* The messages of glibc for the errors that programs look at. */
static const char *const messages[] = {
    "Success", "Operation not permitted", "No such file or directory", "No such process",
    "Interrupted system call", "Input/output error", "No such device or address",
    "Argument list too long", "Exec format error", "Bad file descriptor", "No child processes",
    "Resource temporarily unavailable", "Cannot allocate memory", "Permission denied", "Bad address",
    "Block device required", "Device or resource busy", "File exists", "Invalid cross-device link",
    "No such device", "Not a directory", "Is a directory", "Invalid argument",
    "Too many open files in system", "Too many open files", "Inappropriate ioctl for device",
    "Text file busy", "File too large", "No space left on device", "Illegal seek",
    "Read-only file system", "Too many links", "Broken pipe", "Numerical argument out of domain",
    "Numerical result out of range",
};

static char message[64];

/* An error that is not known, or not in the table, has some text. */
char *strerror(int e)
{
    if (__assay_is_known(&e, sizeof e) && e >= 0 && e < (int)(sizeof messages / sizeof *messages))
        return (char *)messages[e];
    __model_any_bytes(message, sizeof message - 1, "strerror");
    return message;
}

char *strerror_r(int e, char *buf, size_t n)
{
    char *text = strerror(e);
    size_t len = strlen(text);
    if (n == 0)
        return text;
    if (len >= n)
        len = n - 1;
    __assay_copy(buf, text, len, 1);
    buf[len] = 0;
    return buf;
}

int __xpg_strerror_r(int e, char *buf, size_t n)
{
    strerror_r(e, buf, n);
    return 0;
}
