/* What several models say of texts, and contracts: what holds of a library function's result and
 * of what it reads and writes, for proofs, in which a loop costs more than what is not known
 * (assay.h, __assay_contract). */
#include "assay.h"
#include "model.h"

int __model_says(const char *s)
{
    if (!__assay_contract())
        return 0;
    for (size_t i = 0; __assay_room(s + i) > 0 && __assay_is_known(s + i, 1); i++)
        if (s[i] == 0)
            return 0;
    return 1;
}

void __model_reads_text(const char *s)
{
    size_t room = __assay_room(s);
    if (__assay_contract() || !__assay_is_known(&room, sizeof room))
        strlen(s);
    else
        __assay_check_string(s, SIZE_MAX);
}

size_t __model_some_text(const char *s)
{
    size_t n = (size_t)__assay_open(8 * (int)sizeof n - 1);
    __assay_in_text(s, n);
    return n;
}

int __model_compared(const char *a, const char *b, size_t max, int (*of)(int))
{
    size_t n = __model_some_text(a);
    __assay_assume(n <= max);
    __assay_in_text(b, n);
    if (n == max)
        return 0;
    int p = of((unsigned char)a[n]), q = of((unsigned char)b[n]);
    __assay_assume((p != q) | (p == 0));
    return p - q;
}

char *__model_found_last(const char *s, int c)
{
    size_t n = (size_t)__assay_open(8 * (int)sizeof n - 1);
    __assay_assume(n <= __assay_length(s));
    if (__assay_open(1))
        return NULL;
    __assay_assume(s[n] == (char)c);
    return (char *)s + n;
}

char *__model_found_text(const char *s, size_t m)
{
    size_t n = __model_some_text(s);
    if (__assay_open(1)) {
        __assay_assume(s[n] == 0);
        return NULL;
    }
    __assay_assume(m <= n);
    return (char *)s + (n - m);
}
