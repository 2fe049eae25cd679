/* strings.h */
#include "assay.h"
#include "model.h"

int bcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i])
            return p[i] - q[i];
    return 0;
}

void bcopy(const void *src, void *dst, size_t n) { __assay_copy(dst, src, n, 0); }
void bzero(void *dst, size_t n) { __assay_fill(dst, 0, n); }

/* Branch-free lower case of the C locale. */
static inline int lower(unsigned char c) { return c + 32 * ((unsigned)c - 'A' < 26u); }

static int lowered(int c) { return lower((unsigned char)c); }

int strcasecmp(const char *a, const char *b)
{
    __assay_expect_text(a, 0);
    __assay_expect_text(b, 1);
    if (__model_says(a) && __model_says(b))
        return __model_compared(a, b, SIZE_MAX, lowered);
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    while (lower(*p) == lower(*q) && *p != 0)
        p++, q++;
    return lower(*p) - lower(*q);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    if (__model_says(a) && __model_says(b))
        return __model_compared(a, b, n, lowered);
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    for (; n > 0; n--, p++, q++)
        if (lower(*p) != lower(*q) || *p == 0)
            return lower(*p) - lower(*q);
    return 0;
}

char *strcasestr(const char *hay, const char *needle)
{
    size_t m = strlen(needle);
    if (m > 0 && __model_says(hay))
        return __model_found_text(hay, m);
    for (;; hay++) {
        if (strncasecmp(hay, needle, m) == 0)
            return (char *)hay;
        if (*hay == 0)
            return NULL;
    }
}

/* Position of the lowest bit set, from 1; 0 if there is none. Counts the
 * zeros below it without a branch. */
int ffsll(long long v)
{
    unsigned long long x = (unsigned long long)v, low = x & (0 - x);
    int n = 0;
    for (int i = 0; i < 64; i++)
        n += (i + 1) * (int)(low >> i & 1);
    return n;
}

int ffs(int v) { return ffsll((long long)(unsigned)v); }
int ffsl(long v) { return ffsll((long long)(unsigned long)v); }
