/* string.h. Every byte is read and written as C does it, in order; the block
 * functions are the engine's. Loops branch per byte where bytes are unknown. */
#include "assay.h"
#include "model.h"

void *memcpy(void *dst, const void *src, size_t n)
{
    __assay_copy(dst, src, n, 1);
    return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
    __assay_copy(dst, src, n, 0);
    return dst;
}

void *mempcpy(void *dst, const void *src, size_t n)
{
    __assay_copy(dst, src, n, 1);
    return (char *)dst + n;
}

void *memset(void *dst, int c, size_t n)
{
    __assay_fill(dst, c, n);
    return dst;
}

void explicit_bzero(void *dst, size_t n) { __assay_fill(dst, 0, n); }

void *memccpy(void *dst, const void *src, int c, size_t n)
{
    char *d = dst;
    const char *s = src;
    for (size_t i = 0; i < n; i++) {
        d[i] = s[i];
        if (d[i] == (char)c)
            return d + i + 1;
    }
    return NULL;
}

/* The difference of the first bytes that differ, as glibc's on x86 returns. */
int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i])
            return p[i] - q[i];
    return 0;
}

void *memchr(const void *p, int c, size_t n)
{
    const unsigned char *s = p;
    for (size_t i = 0; i < n; i++)
        if (s[i] == (unsigned char)c)
            return (void *)(s + i);
    return NULL;
}

void *memrchr(const void *p, int c, size_t n)
{
    const unsigned char *s = p;
    while (n-- > 0)
        if (s[n] == (unsigned char)c)
            return (void *)(s + n);
    return NULL;
}

void *rawmemchr(const void *p, int c)
{
    const unsigned char *s = p;
    while (*s != (unsigned char)c)
        s++;
    return (void *)s;
}

void *memmem(const void *hay, size_t n, const void *needle, size_t m)
{
    const char *h = hay;
    if (m == 0)
        return (void *)hay;
    for (; n >= m; n--, h++)
        if (memcmp(h, needle, m) == 0)
            return (void *)h;
    return NULL;
}

size_t strlen(const char *s)
{
    if (__assay_contract())
        return __assay_length(s);
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t max)
{
    if (__model_says(s)) {
        size_t k = __model_some_text(s);
        __assay_assume(k <= max);
        if (k < max)
            __assay_assume(s[k] == 0);
        return k;
    }
    size_t n = 0;
    while (n < max && s[n] != 0)
        n++;
    return n;
}

char *stpcpy(char *dst, const char *src)
{
    size_t n = strlen(src);
    __assay_copy(dst, src, n + 1, 1);
    return dst + n;
}

char *strcpy(char *dst, const char *src)
{
    stpcpy(dst, src);
    return dst;
}

char *stpncpy(char *dst, const char *src, size_t n)
{
    size_t len = strnlen(src, n);
    size_t k = len + (len < n); /* with the NUL, which may be all that is copied */
    __assay_assume(k <= n); /* as is so: for proofs */
    __assay_fill(dst, 0, n); /* first: of this the place is known, where k is not */
    __assay_copy(dst, src, k, 1);
    return dst + len;
}

char *strncpy(char *dst, const char *src, size_t n)
{
    stpncpy(dst, src, n);
    return dst;
}

char *strcat(char *dst, const char *src)
{
    stpcpy(dst + strlen(dst), src);
    return dst;
}

char *strncat(char *dst, const char *src, size_t n)
{
    char *end = dst + strlen(dst);
    size_t len = strnlen(src, n);
    __assay_copy(end, src, len + (len < n), 1);
    end[len] = 0;
    return dst;
}

size_t strlcpy(char *dst, const char *src, size_t n)
{
    size_t len = strlen(src);
    if (n == 0)
        return len;
    size_t k = len < n ? len : n - 1;
    __assay_copy(dst, src, k, 1);
    dst[k] = 0;
    return len;
}

size_t strlcat(char *dst, const char *src, size_t n)
{
    size_t len = strnlen(dst, n);
    if (len == n)
        return n + strlen(src);
    return len + strlcpy(dst + len, src, n - len);
}

static int same(int c) { return c; }

int strcmp(const char *a, const char *b)
{
    __assay_expect_text(a, 0);
    __assay_expect_text(b, 1);
    if (__model_says(a) && __model_says(b))
        return __model_compared(a, b, SIZE_MAX, same);
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    while (*p == *q && *p != 0)
        p++, q++;
    return *p - *q;
}

int strncmp(const char *a, const char *b, size_t n)
{
    if (__model_says(a) && __model_says(b))
        return __model_compared(a, b, n, same);
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    for (; n > 0; n--, p++, q++)
        if (*p != *q || *p == 0)
            return *p - *q;
    return 0;
}

/* The C locale orders by bytes. */
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

/* What does not fit leaves any bytes. */
size_t strxfrm(char *dst, const char *src, size_t n)
{
    size_t len = strlen(src);
    if (len < n)
        __assay_copy(dst, src, len + 1, 1);
    else
        __assay_any(dst, n);
    return len;
}

char *strchrnul(const char *s, int c)
{
    if (__model_says(s)) {
        s += __model_some_text(s);
        __assay_assume((*s == (char)c) | (*s == 0));
        return (char *)s;
    }
    while (*s != (char)c && *s != 0)
        s++;
    return (char *)s;
}

char *strchr(const char *s, int c)
{
    __assay_expect_text(s, 0);
    s = strchrnul(s, c);
    return *s == (char)c ? (char *)s : NULL;
}

char *index(const char *s, int c) { return strchr(s, c); }

char *strrchr(const char *s, int c)
{
    const char *found = NULL;
    if (__model_says(s))
        return __model_found_last(s, c);
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (*s == 0)
            return (char *)found;
    }
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

static int among(char c, const char *set, size_t m)
{
    int found = 0;
    for (size_t i = 0; i < m; i++)
        found |= c == set[i];
    return found;
}

/* Length of the prefix of s whose bytes are (in = 1) or are not in set. One
 * branch per byte of s, however long the set. */
static size_t span(const char *s, const char *set, int in)
{
    __assay_expect_text(s, 0);
    size_t n = 0, m = strlen(set);
    if (__model_says(s)) {
        n = __model_some_text(s);
        __assay_assume((s[n] == 0) | (among(s[n], set, m) != in));
        return n;
    }
    while (s[n] != 0 && among(s[n], set, m) == in)
        n++;
    return n;
}

size_t strspn(const char *s, const char *set) { return span(s, set, 1); }
size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }

char *strpbrk(const char *s, const char *set)
{
    s += span(s, set, 0);
    return *s != 0 ? (char *)s : NULL;
}

char *strstr(const char *hay, const char *needle)
{
    __assay_expect_text(hay, 0);
    size_t m = strlen(needle);
    if (m > 0 && __model_says(hay))
        return __model_found_text(hay, m);
    for (;; hay++) {
        if (strncmp(hay, needle, m) == 0)
            return (char *)hay;
        if (*hay == 0)
            return NULL;
    }
}

char *strtok_r(char *s, const char *set, char **state)
{
    if (s == NULL)
        s = *state;
    s += span(s, set, 1);
    if (*s == 0) {
        *state = s;
        return NULL;
    }
    char *end = s + span(s, set, 0);
    if (*end != 0)
        *end++ = 0;
    *state = end;
    return s;
}

char *__strtok_r(char *s, const char *set, char **state) { return strtok_r(s, set, state); }

static char signal_text[64];
static int signal_text_used;

static char *token;
static int token_doubted; /* unmodelled code may have taken tokens of its own */

void __model_unknown_string(void)
{
    token_doubted = 1;
    if (signal_text_used)
        __assay_any(signal_text, sizeof signal_text - 1);
}

char *strtok(char *s, const char *set)
{
    if (s == NULL && token_doubted && __assay_nondet(1, "strtok"))
        __assay_undecided("strtok goes on where unmodelled code may have left it");
    token_doubted = 0;
    if (s == NULL && token == NULL) {
        __assay_fail("library-precondition");
        return NULL;
    }
    return strtok_r(s, set, &token);
}

char *strsep(char **state, const char *set)
{
    char *s = *state;
    if (s == NULL)
        return NULL;
    char *end = s + span(s, set, 0);
    *state = NULL;
    if (*end != 0) {
        *end = 0;
        *state = end + 1;
    }
    return s;
}

static char *duplicate(const char *s, size_t n)
{
    char *p = __model_new(n + 1, "malloc");
    if (p == NULL)
        return NULL;
    __assay_copy(p, s, n, 1);
    p[n] = 0;
    return p;
}

char *strdup(const char *s) { return duplicate(s, strlen(s)); }
char *strndup(const char *s, size_t n) { return duplicate(s, strnlen(s, n)); }
char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t n) { return strndup(s, n); }

char *strsignal(int sig)
{
    (void)sig;
    if (__assay_choose("malloc")) {
        errno = ENOMEM;
        return NULL;
    }
    signal_text_used = 1;
    __model_any_bytes(signal_text, sizeof signal_text - 1, "strsignal");
    return signal_text;
}
