/* errno.h and the texts of string.h's strerror. */
#include "assay.h"
#include "model.h"

static int last_error;

int *__errno_location(void) { return &last_error; }

/* Any error number; numbers that are none stand for another one. */
static int any_error(int otherwise)
{
    int e = (int)__assay_nondet(8, "errno"), is_error = 0 - (int)((unsigned)e - 1u < LAST_ERRNO);
    return (e & is_error) | (otherwise & ~is_error);
}

void __model_any_errno(void) { last_error = any_error(EIO); }

void __model_errno_if(int failed)
{
    last_error = (last_error & (failed - 1)) | (any_error(EIO) & -failed);
}

void __model_errno_after(int failed)
{
    last_error = any_error((last_error & (failed - 1)) | (EIO & -failed));
}

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

enum { MAX_TEXT = 64 };
static char message[MAX_TEXT];

void __model_unknown_errno(void)
{
    last_error = (int)__assay_nondet(32, "errno");
    __model_any_bytes(message, sizeof message - 1, "strerror");
}

static const char *known_text(int e)
{
    if (__assay_is_known(&e, sizeof e) && e >= 0 && e < (int)(sizeof messages / sizeof *messages))
        return messages[e];
    return NULL;
}

/* An error that is not known, or not in the table, has some text, or none if memory is
 * short. */
char *strerror(int e)
{
    const char *text = known_text(e);
    if (text != NULL)
        return (char *)text;
    if (__assay_choose("malloc"))
        return NULL;
    __model_any_bytes(message, sizeof message - 1, "strerror");
    return message;
}

void __model_error_text(int e, char *buf, size_t room)
{
    char any[MAX_TEXT];
    const char *text = known_text(e);
    if (text == NULL) {
        __model_any_bytes(any, sizeof any - 1, "strerror");
        any[sizeof any - 1] = 0;
        text = any;
    }
    size_t len = strlen(text);
    if (len >= room)
        len = room - 1;
    __assay_copy(buf, text, len, 1);
    buf[len] = 0;
}

/* The GNU function: it uses buf only for the text of a number that is no error. */
char *strerror_r(int e, char *buf, size_t n)
{
    if (known_text(e) != NULL || n == 0 || __assay_nondet(1, "strerror"))
        return strerror(e);
    __model_error_text(e, buf, n);
    return buf;
}

/* The one of POSIX: it says whether the number is an error, and whether the text fits. */
int __xpg_strerror_r(int e, char *buf, size_t n)
{
    const char *text = known_text(e);
    if (n > 0)
        __model_error_text(e, buf, n);
    if (text != NULL)
        return strlen(text) < n ? 0 : ERANGE;
    int fits = (int)__assay_nondet(1, "strerror");
    return __assay_nondet(1, "strerror") ? EINVAL : fits ? 0 : ERANGE;
}
