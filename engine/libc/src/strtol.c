/* Numbers in text: stdlib.h's atoi and strtol family, inttypes.h's. */
#include "assay.h"
#include "model.h"

/* Unknown decimal text is read through this window without a branch per byte:
 * enough for every 64-bit number with sign. */
enum { WINDOW = 24, SAFE_DIGITS = 19 /* fit 64 bits whatever they are */ };

/* What is left of the automaton's state after the bytes before the current one. */
struct scan {
    unsigned front;  /* only white space so far */
    unsigned alive;  /* the byte can belong to the number */
};

static inline u64 mask(unsigned bit) { return 0 - (u64)bit; }

/* One step over byte c, in arithmetic on 0 and 1 only. */
static inline void step(struct scan *st, struct number *n, unsigned c, int i)
{
    unsigned minus = st->front & (c == '-');
    unsigned sign = minus | (st->front & (c == '+'));
    unsigned digit = st->alive & (c - '0' < 10u);
    u64 d = (c - '0') & 15u, m = mask(digit);
    if (i >= SAFE_DIGITS)
        n->overflow |= (int)(digit & ((n->magnitude > ~0ull / 10) |
                                      ((n->magnitude == ~0ull / 10) & (d > ~0ull % 10))));
    n->magnitude = (n->magnitude & ~m) | ((n->magnitude * 10 + d) & m);
    n->negative |= (int)minus;
    n->digits |= (int)digit;
    st->front &= (unsigned)is_space((int)c);
    st->alive = st->front | sign | digit;
    /* i is the length where the byte belongs to the number; said like this, a
     * length is not behind the end of the text whatever it was before. */
    size_t on = 0 - (size_t)st->alive;
    n->length = (n->length & ~on) | ((size_t)(i + 1) & on);
}

/* Reads the bytes up to the one that ended the number as C does: the whole
 * range for being written, the last one in its place. */
static void touch(const char *s, size_t last)
{
    char copy[WINDOW + 1] = {0};
    volatile char sink;
    __assay_copy(copy, s, last + 1, 1);
    for (int i = 0; i <= WINDOW; i++)
        sink = copy[i];
    sink = s[last];
    (void)sink;
}

/* 1 if the number at s ends within the window. */
static int fast_decimal(const char *s, struct number *n)
{
    struct scan st = {1, 1};
    for (int i = 0; i < WINDOW; i++) {
        step(&st, n, (unsigned)__assay_peek(s, (size_t)i), i);
        if (__assay_is_known(&st.alive, sizeof st.alive) && !st.alive)
            break;
    }
    if (st.alive)
        return 0;
    touch(s, n->length);
    n->length &= 0 - (size_t)(unsigned)n->digits;
    return 1;
}

static unsigned digit_value(int c)
{
    if (is_digit(c))
        return (unsigned)c - '0';
    unsigned letter = ((unsigned)c | 32u) - 'a';
    return letter < 26 ? letter + 10 : 36;
}

/* The prefix 0x or 0b counts only with a digit behind it. */
static size_t prefix(const char *s, int *base, int binary)
{
    if (s[0] == '0') {
        if ((*base == 0 || *base == 16) && (s[1] | 32) == 'x' && digit_value((unsigned char)s[2]) < 16) {
            *base = 16;
            return 2;
        }
        if (binary && (*base == 0 || *base == 2) && (s[1] | 32) == 'b' && digit_value((unsigned char)s[2]) < 2) {
            *base = 2;
            return 2;
        }
        if (*base == 0)
            *base = 8;
    }
    if (*base == 0)
        *base = 10;
    return 0;
}

/* The cursor is a pointer: what a proof knows of those of the program, it knows of this
 * one. */
static void slow_number(const char *s, int base, int binary, struct number *n)
{
    const char *p = s;
    *n = (struct number){0, 0, 0, 0, 0};
    while (is_space((unsigned char)*p))
        p++;
    if (*p == '-' || *p == '+')
        n->negative = *p++ == '-';
    p += prefix(p, &base, binary);
    for (;; p++) {
        unsigned d = digit_value((unsigned char)*p);
        if (d >= (unsigned)base)
            break;
        n->overflow |= __builtin_mul_overflow(n->magnitude, (u64)base, &n->magnitude);
        n->overflow |= __builtin_add_overflow(n->magnitude, (u64)d, &n->magnitude);
        n->digits = 1;
    }
    n->length = n->digits ? (size_t)(p - s) : 0;
}

/* A number that some text of s stands for. */
static void any_number(const char *s, int base, struct number *n)
{
    size_t read = __model_some_text(s);
    int c = (unsigned char)s[0];
    n->digits = (int)__assay_open(1);
    __assay_assume(n->digits | !is_digit(c) | ((base != 10) & (base != 0)));
    if (!n->digits)
        return;
    n->length = read;
    __assay_assume((read > 0) & (digit_value((unsigned char)s[read]) >= (unsigned)(base == 0 ? 8 : base)));
    n->negative = (int)__assay_open(1);
    n->overflow = (int)__assay_open(1);
    n->magnitude = (u64)__assay_open(64);
}

void __model_number(const char *s, int base, int binary, struct number *n)
{
    *n = (struct number){0, 0, 0, 0, 0};
    if (__model_says(s)) {
        any_number(s, base, n);
        return;
    }
    if (base != 10 || __assay_by_turns() || !fast_decimal(s, n))
        slow_number(s, base, binary, n);
}

static void out_of_range(unsigned bad)
{
    int m = -(int)bad;
    errno = (errno & ~m) | (ERANGE & m);
}

long long __model_signed(const struct number *n, int bits)
{
    u64 neg = mask((unsigned)n->negative);
    u64 limit = ((u64)1 << (bits - 1)) - 1 + (neg & 1);
    unsigned bad = (unsigned)n->overflow | (n->magnitude > limit);
    u64 v = (n->magnitude & ~mask(bad)) | (limit & mask(bad));
    out_of_range(bad);
    return (long long)((v ^ neg) - neg);
}

u64 __model_unsigned(const struct number *n, int bits)
{
    u64 neg = mask((unsigned)n->negative), limit = ~0ull >> (64 - bits);
    unsigned bad = (unsigned)n->overflow | (n->magnitude > limit);
    u64 v = (n->magnitude ^ neg) - neg;
    out_of_range(bad);
    return ((v & ~mask(bad)) | mask(bad)) & limit;
}

/* base is as the caller gave it; a bad one is an error of strtol's own. */
static int convert(const char *s, char **end, int base, int binary, struct number *n)
{
    __assay_expect_text(s, 0);
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    __model_number(s, base, binary, n);
    if (end != NULL)
        *end = (char *)s + n->length;
    return 1;
}

#define SIGNED(name, type, binary) \
    type name(const char *s, char **end, int base) \
    { \
        struct number n; \
        return convert(s, end, base, binary, &n) ? (type)__model_signed(&n, 8 * (int)sizeof(type)) : 0; \
    }
#define UNSIGNED(name, type, binary) \
    type name(const char *s, char **end, int base) \
    { \
        struct number n; \
        return convert(s, end, base, binary, &n) ? (type)__model_unsigned(&n, 8 * (int)sizeof(type)) : 0; \
    }
SIGNED(strtol, long, 0)
SIGNED(strtoll, long long, 0)
SIGNED(strtoq, long long, 0)
SIGNED(strtoimax, long long, 0)
SIGNED(__isoc23_strtol, long, 1)
SIGNED(__isoc23_strtoll, long long, 1)
SIGNED(__isoc23_strtoimax, long long, 1)
UNSIGNED(strtoul, unsigned long, 0)
UNSIGNED(strtoull, unsigned long long, 0)
UNSIGNED(strtouq, unsigned long long, 0)
UNSIGNED(strtoumax, unsigned long long, 0)
UNSIGNED(__isoc23_strtoul, unsigned long, 1)
UNSIGNED(__isoc23_strtoull, unsigned long long, 1)
UNSIGNED(__isoc23_strtoumax, unsigned long long, 1)

/* strtol without clamping to int, as glibc has it. */
long atol(const char *s) { return strtol(s, NULL, 10); }
int atoi(const char *s) { return (int)strtol(s, NULL, 10); }
long long atoll(const char *s) { return strtoll(s, NULL, 10); }
