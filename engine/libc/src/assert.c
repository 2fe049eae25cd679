/* assert.h */
#include "assay.h"
#include "model.h"

_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    (void)expression, (void)file, (void)line, (void)function;
    __assay_abort();
}

_Noreturn void __assert(const char *expression, const char *file, int line)
{
    (void)expression, (void)file, (void)line;
    __assay_abort();
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    (void)error, (void)file, (void)line, (void)function;
    __assay_abort();
}

/* What assert() is in Frama-C's own header. */
void __FC_assert(int condition, const char *file, int line, const char *expression)
{
    (void)file, (void)line, (void)expression;
    if (!condition)
        __assay_abort();
}
