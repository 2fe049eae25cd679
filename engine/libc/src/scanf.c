/* stdio.h: the scanf family. Numbers in a stream are read at the level of
 * their conversions: a number, no number, or the end, three ways however many
 * digits. A byte that is already known to come next, a field width, and text
 * in memory are read byte by byte.
 *
 * White space in front of a conversion that skips it is read as none: the
 * program cannot tell. Where the byte in front forbids what follows (12 and 3
 * with nothing between them), it is one blank. */
#include "assay.h"
#include "model.h"

extern double strtod(const char *s, char **end);
extern float strtof(const char *s, char **end);

/* Where the text comes from and where the conversions' results go. */
struct input {
    struct stream *f; /* NULL: text in memory */
    const char *s;
    long count;       /* bytes consumed, for %n */
    int uncounted;    /* a number was read as a whole: the count is unknown */
    int ended;        /* nothing came once: this call does not ask again */
    va_list args;
};

struct directive {
    char conv;
    int skip;    /* * */
    int alloc;   /* m */
    long width;  /* 0: none */
    char size;   /* the first letter of the length modifier, L for ll, 0 without one */
    int bits;    /* of the integer */
    const char *set; /* [ : the first byte of the set, and its end */
    const char *set_end;
};

/* How a conversion ended. */
enum outcome { MATCHED, MISMATCH, ENDED };

static int next(struct input *in)
{
    int c;
    if (in->ended)
        return EOF;
    if (in->f != NULL)
        c = __model_next(in->f);
    else if (*in->s == 0)
        return EOF;
    else
        c = (unsigned char)*in->s++;
    if (c == EOF)
        in->ended = 1;
    else
        in->count++;
    return c;
}

static void back(struct input *in, int c)
{
    if (c == EOF)
        return;
    in->count--;
    if (in->f != NULL)
        __model_back(in->f, c);
    else
        in->s--;
}

static int open_ended(const struct input *in) { return in->f != NULL && !in->ended && __model_open_ended(in->f); }

/* What is done with the input may be said instead of computed. */
static int says(const struct input *in) { return in->f != NULL ? __assay_contract() : __model_says(in->s); }

/* Some of the input was read. */
static void some_read(struct input *in)
{
    in->uncounted = 1;
    if (in->ended)
        return;
    if (in->f != NULL) {
        in->ended = __model_read_some(in->f);
        return;
    }
    in->s += __model_some_text(in->s);
    in->ended = *in->s == 0;
}

static enum outcome unmatched(struct input *in)
{
    if (in->ended)
        return ENDED;
    some_read(in);
    return in->ended & (int)__assay_open(1) ? ENDED : MISMATCH;
}

static enum outcome any_outcome(struct input *in)
{
    if (in->ended || __assay_open(1))
        return unmatched(in);
    some_read(in);
    return MATCHED;
}

/* The first byte that is no white space, consumed; or EOF. */
static int skip_space(struct input *in)
{
    for (;;) {
        if (open_ended(in)) {
            in->ended |= __model_forbid(in->f, NOT_SPACE);
            in->uncounted = 1;
            return next(in);
        }
        int c = next(in);
        if (!is_space(c))
            return c;
    }
}

/* Takes white space off the bytes that a stream got back. */
static void skip_pushed(struct input *in)
{
    while (in->f != NULL && in->f->pushed > 0) {
        int c = next(in);
        if (!is_space(c)) {
            back(in, c);
            return;
        }
    }
}

/* A white-space directive. In a stream nothing needs to be asked for yet. */
static void white_space(struct input *in)
{
    if (says(in)) {
        some_read(in);
        return;
    }
    for (;;) {
        if (open_ended(in)) {
            in->ended |= __model_forbid(in->f, NOT_SPACE);
            in->uncounted = 1;
            return;
        }
        int c = next(in);
        if (!is_space(c)) {
            back(in, c);
            return;
        }
    }
}

static void store_int(struct input *in, const struct directive *d, u64 v)
{
    if (d->skip)
        return;
    void *p = va_arg(in->args, void *);
    switch (d->bits) {
    case 8: *(unsigned char *)p = (unsigned char)v; break;
    case 16: *(unsigned short *)p = (unsigned short)v; break;
    case 32: *(unsigned *)p = (unsigned)v; break;
    default: *(u64 *)p = v; break;
    }
}

static int base_of(char conv) { return conv == 'd' || conv == 'u' ? 10 : conv == 'o' ? 8 : conv == 'i' ? 0 : 16; }

/* The value of c as a digit, at least 36 for others. Branch-free. */
static int digit_of(int c)
{
    unsigned number = (unsigned)c - '0', letter = ((unsigned)c | 32u) - 'a';
    unsigned is_number = 0 - (unsigned)(number < 10), is_letter = 0 - (unsigned)(letter < 26);
    return (int)((number & is_number) | ((letter + 10) & is_letter) | (36u & ~(is_number | is_letter)));
}

/* The types in which glibc computes: long long if the argument is one. */
static u64 clamp(const struct number *n, const struct directive *d)
{
    int bits = d->bits > 8 * (int)sizeof(long) ? 64 : 8 * (int)sizeof(long);
    if (d->conv == 'd' || d->conv == 'i')
        return (u64)__model_signed(n, bits);
    return __model_unsigned(n, bits);
}

/* Sign and prefix of a number that starts with c; returns the byte behind,
 * which glibc fetches even where the width is used up. A prefix without digits
 * is a zero. */
static int number_start(struct input *in, int c, int *base, struct number *n, long *left)
{
    if (c == '-' || c == '+') {
        n->negative = c == '-';
        --*left;
        c = next(in);
    }
    if (*left > 0 && c == '0') {
        n->digits = 1;
        --*left;
        c = next(in);
        if (*left > 0 && (*base == 0 || *base == 16) && (c | 32) == 'x') {
            *base = 16;
            --*left;
            c = next(in);
        } else if (*base == 0) {
            *base = 8;
        }
    }
    if (*base == 0)
        *base = 10;
    return c;
}

/* An integer byte by byte, whose first byte c was consumed. */
static enum outcome integer_bytes(struct input *in, const struct directive *d, int c)
{
    struct number n = {0, 0, 0, 0, 0};
    int base = base_of(d->conv), v;
    long left = d->width > 0 ? d->width : __LONG_MAX__;
    c = number_start(in, c, &base, &n, &left);
    for (; left > 0 && (v = digit_of(c)) < base; left--) {
        n.overflow |= __builtin_mul_overflow(n.magnitude, (u64)base, &n.magnitude);
        n.overflow |= __builtin_add_overflow(n.magnitude, (u64)v, &n.magnitude);
        n.digits = 1;
        c = next(in);
    }
    back(in, c);
    if (!n.digits)
        return MISMATCH;
    store_int(in, d, clamp(&n, d));
    return MATCHED;
}

static int forbidden_after(char conv) { return conv == 'o' ? NOT_OCTAL : conv == 'x' ? NOT_HEX : NOT_DIGIT; }

/* No number of that base starts with c. */
static void assume_no_digit(char conv, int c)
{
    __assay_assume(!(conv == 'o' ? is_octal(c) : conv == 'x' ? is_hex(c) : is_digit(c)));
}

/* An integer in a stream of which nothing is known yet. */
static enum outcome integer_whole(struct input *in, const struct directive *d)
{
    char conv[2] = {d->conv, 0};
    if (!__assay_choose("scanf")) {
        long v = __model_number_in(in->f, d->bits, conv);
        __model_forbid(in->f, forbidden_after(d->conv));
        in->uncounted = 1;
        store_int(in, d, (u64)v);
        return MATCHED;
    }
    if (says(in))
        return unmatched(in);
    int c = skip_space(in);
    if (c == EOF)
        return ENDED;
    assume_no_digit(d->conv, c);
    if (c == '-' || c == '+') {
        c = next(in);
        assume_no_digit(d->conv, c);
    }
    back(in, c);
    return MISMATCH;
}

static enum outcome any_integer(struct input *in, const struct directive *d)
{
    enum outcome o = any_outcome(in);
    if (o == MATCHED)
        store_int(in, d, (u64)__assay_open(64));
    return o;
}

static enum outcome integer(struct input *in, const struct directive *d)
{
    if (!says(in))
        skip_pushed(in);
    int whole = d->width == 0 && d->conv != 'i' && d->conv != 'p' && d->bits <= 8 * (int)sizeof(long);
    if (whole && open_ended(in))
        return integer_whole(in, d);
    if (says(in))
        return any_integer(in, d);
    if (in->f == NULL && d->width == 0 && base_of(d->conv) == 10) {
        struct number n;
        __model_number(in->s, 10, 0, &n);
        if (n.digits) {
            size_t i = 0;
            while (i != n.length) /* one path per length: the rest is read at a known place */
                i++;
            in->s += i;
            in->count += (long)i;
            store_int(in, d, clamp(&n, d));
            return MATCHED;
        }
    }
    int c = skip_space(in);
    return c == EOF ? ENDED : integer_bytes(in, d, c);
}

/* 1 if c is in the set of %[. Branch-free in c. */
static int in_set(const struct directive *d, int c)
{
    const unsigned char *p = (const unsigned char *)d->set, *end = (const unsigned char *)d->set_end;
    int found = 0, negated = p < end && *p == '^';
    if (negated)
        p++;
    for (const unsigned char *q = p; q < end; q++) {
        if (*q == '-' && q > p && q + 1 < end && q[-1] <= q[1])
            found |= (c >= q[-1]) & (c <= q[1]);
        else
            found |= c == *q;
    }
    return found ^ negated;
}

static int belongs(const struct directive *d, int c)
{
    return d->conv == 's' ? !is_space(c) : d->conv == '[' ? in_set(d, c) : 1;
}

static enum outcome any_text(struct input *in, const struct directive *d, long max)
{
    enum outcome o = any_outcome(in);
    if (o != MATCHED || d->skip)
        return o;
    char *p = va_arg(in->args, char *);
    long n = __assay_open(8 * (int)sizeof n - 1);
    __assay_assume((n > 0) & (n <= max));
    __assay_any(p, (size_t)n);
    if (d->conv != 'c')
        p[n] = 0;
    return MATCHED;
}

/* %c, %s and %[: bytes up to the width or the first that does not belong. */
static enum outcome text(struct input *in, const struct directive *d)
{
    long max = d->width > 0 ? d->width : d->conv == 'c' ? 1 : __LONG_MAX__;
    if (says(in))
        return any_text(in, d, max);
    int c = d->conv == 's' ? skip_space(in) : next(in);
    if (c == EOF)
        return ENDED;
    if (!belongs(d, c)) {
        back(in, c);
        return MISMATCH;
    }
    char *p = d->skip ? NULL : va_arg(in->args, char *);
    long n = 0;
    for (;;) {
        if (!d->skip)
            p[n] = (char)c;
        if (++n == max)
            break;
        c = next(in);
        if (c == EOF)
            break;
        if (!belongs(d, c)) {
            back(in, c);
            break;
        }
    }
    if (!d->skip && d->conv != 'c')
        p[n] = 0;
    return MATCHED;
}

/* Whether c goes on with what can become a longer number: 1e, 0x, inf(inity),
 * nan(. */
static int goes_on(int c)
{
    int letter = c | 32;
    return (c == '(') | (letter == 'e') | (letter == 'x') | (letter == 'p') | (letter == 'i');
}

/* Whether glibc takes text like 1e for a number depends on the release; where
 * it does, how much of it. */
static enum outcome unfinished(struct input *in)
{
    if (__assay_nondet(1, "scanf:number"))
        return MISMATCH;
    while (*in->s != 0 && __assay_nondet(1, "scanf:number")) {
        in->s++;
        in->count++;
    }
    return MATCHED;
}

/* No number stands there: a matching failure, or the end of the text where it
 * could be the beginning of one. */
static enum outcome no_real(int c)
{
    int begins = c == '+' || c == '-' || c == '.' || (c | 32) == 'i' || (c | 32) == 'n';
    return begins && __assay_nondet(1, "scanf:number") ? ENDED : MISMATCH;
}

/* Bits of a floating-point number that some text stands for: all but those of a NaN with a
 * payload. */
static void assume_real(u64 bits, int size)
{
    u64 sign = (u64)1 << (size - 1), infinite = size == 64 ? (u64)0x7ff << 52 : (u64)0xff << 23;
    u64 quiet = infinite | (u64)1 << (size == 64 ? 51 : 22);
    bits &= ~sign;
    __assay_assume((bits <= infinite) | (bits == quiet));
}

static void store_real(struct input *in, const struct directive *d, u64 bits)
{
    union { u64 bits; double value; } wide = {bits};
    union { unsigned bits; float value; } narrow = {(unsigned)bits};
    if (d->skip)
        return;
    if (d->size == 'l')
        *va_arg(in->args, double *) = wide.value;
    else
        *va_arg(in->args, float *) = narrow.value;
}

static enum outcome any_real(struct input *in, const struct directive *d)
{
    enum outcome o = any_outcome(in);
    if (o != MATCHED)
        return o;
    int size = d->size == 'l' ? 64 : 32;
    u64 bits = (u64)__assay_open(size);
    assume_real(bits, size);
    store_real(in, d, bits);
    return MATCHED;
}

/* A floating-point number in a stream of which nothing is known yet. The text is one behind
 * which no character but a digit goes on with the number, as 1.5e+00 is. */
static enum outcome real_whole(struct input *in, const struct directive *d)
{
    if (!__assay_choose("scanf")) {
        int size = d->size == 'l' ? 64 : 32;
        u64 bits = (u64)__model_number_in(in->f, size, "g");
        assume_real(bits, size);
        __model_forbid(in->f, NOT_DIGIT);
        in->uncounted = 1;
        store_real(in, d, bits);
        return MATCHED;
    }
    if (says(in))
        return unmatched(in);
    int c = skip_space(in);
    if (c == EOF)
        return ENDED;
    assume_no_digit('d', c);
    if (c == '-' || c == '+') {
        c = next(in);
        assume_no_digit('d', c);
    }
    back(in, c);
    return MISMATCH;
}

/* A floating-point number: in memory as strtod reads it. */
static enum outcome real(struct input *in, const struct directive *d)
{
    union { double d; float f; } v;
    enum outcome o = MATCHED;
    char *end;
    int whole = d->width == 0 && (d->size == 0 || (d->size == 'l' && sizeof(long) == 8));
    if (!says(in))
        skip_pushed(in);
    if (whole && open_ended(in))
        return real_whole(in, d);
    if (says(in) && (d->size == 0 || d->size == 'l'))
        return any_real(in, d);
    if (in->f != NULL) {
        if (skip_space(in) == EOF)
            return ENDED;
        __assay_undecided("scanf of a floating-point number behind other text in a stream");
    }
    if (d->width != 0 || (d->size != 0 && d->size != 'l'))
        __assay_undecided("scanf of a floating-point number with a field width or of a long double");
    int c = skip_space(in);
    if (c == EOF)
        return ENDED;
    back(in, c);
    if (d->size == 'l')
        v.d = strtod(in->s, &end);
    else
        v.f = strtof(in->s, &end);
    if (end == in->s)
        return no_real(c);
    in->count += end - in->s;
    in->s = end;
    if (goes_on((unsigned char)*end))
        o = unfinished(in);
    if (o != MATCHED || d->skip)
        return o;
    if (d->size == 'l')
        *va_arg(in->args, double *) = v.d;
    else
        *va_arg(in->args, float *) = v.f;
    return MATCHED;
}

/* Length modifiers at fmt; returns what follows them. */
static const char *length(const char *fmt, struct directive *d)
{
    d->bits = 32;
    d->size = *fmt;
    switch (*fmt) {
    case 'h':
        d->bits = fmt[1] == 'h' ? 8 : 16;
        return fmt + 1 + (fmt[1] == 'h');
    case 'l':
        d->bits = fmt[1] == 'l' ? 64 : 8 * (int)sizeof(long);
        d->size = fmt[1] == 'l' ? 'L' : 'l'; /* the same for glibc */
        return fmt + 1 + (fmt[1] == 'l');
    case 'L': case 'q': case 'j':
        d->bits = 64;
        return fmt + 1;
    case 'z': case 't':
        d->bits = 8 * (int)sizeof(size_t);
        return fmt + 1;
    }
    d->size = 0;
    return fmt;
}

/* Parses what stands behind %; returns the byte behind the directive. */
static const char *parse(const char *fmt, struct directive *d)
{
    *d = (struct directive){0, 0, 0, 0, 0, 32, NULL, NULL};
    if (*fmt == '*') {
        d->skip = 1;
        fmt++;
    }
    while (is_digit(*fmt)) {
        if (d->width > 100000000)
            __assay_undecided("scanf with a field width of more than nine digits");
        d->width = 10 * d->width + (*fmt++ - '0');
    }
    if (*fmt == 'm') {
        d->alloc = 1;
        fmt++;
    }
    fmt = length(fmt, d);
    d->conv = *fmt++;
    if (d->conv == 'X')
        d->conv = 'x';
    if (d->conv == 'p')
        __assay_undecided("scanf with %p");
    if (d->conv == '[') {
        d->set = fmt;
        fmt += *fmt == '^';
        fmt += *fmt == ']';
        while (*fmt != ']' && *fmt != 0)
            fmt++;
        d->set_end = fmt;
        if (*fmt == 0)
            __assay_fail("library-precondition");
        fmt++;
    }
    return fmt;
}

static void store_count(struct input *in, const struct directive *d)
{
    store_int(in, d, in->uncounted ? (u64)__assay_nondet(31, "scanf") : (u64)in->count);
}

static enum outcome convert(struct input *in, const struct directive *d)
{
    switch (d->conv) {
    case 'd': case 'i': case 'u': case 'o': case 'x':
        return integer(in, d);
    case 'c': case 's': case '[':
        if (d->alloc)
            __assay_undecided("scanf with an m modifier");
        if (d->bits == 8 * (int)sizeof(long) && d->bits != 32)
            __assay_undecided("scanf of wide characters");
        return text(in, d);
    case 'f': case 'e': case 'g': case 'a': case 'E': case 'G': case 'A': case 'F':
        return real(in, d);
    }
    __assay_undecided("scanf with an unknown conversion");
}

/* A byte of the format that must come next. */
static enum outcome literal(struct input *in, char want)
{
    if (says(in))
        return any_outcome(in);
    int c = next(in);
    if (c == EOF)
        return ENDED;
    if (c == (unsigned char)want)
        return MATCHED;
    back(in, c);
    return MISMATCH;
}

static enum outcome percent(struct input *in)
{
    if (says(in))
        return any_outcome(in);
    int c = skip_space(in);
    if (c == EOF)
        return ENDED;
    if (c == '%')
        return MATCHED;
    back(in, c);
    return MISMATCH;
}

/* Where the input ends, glibc sets errno to what it was when a byte was last asked for in
 * vain: to what it was before, or to 0, which it was then in white space. */
static void ended(int before)
{
    int as_before = -(int)__assay_nondet(1, "scanf"), none = -(int)__assay_nondet(1, "scanf");
    errno = ((errno & ~as_before) | (before & as_before)) & ~none;
}

/* Follows the format; the number of conversions stored, or EOF when the input
 * ends before the first one is decided. */
static int scan(struct input *in, const char *fmt)
{
    int stored = 0, before = errno;
    if (*fmt != 0 && !__assay_is_known(fmt, 1))
        __assay_undecided("scanf with an unknown format");
    while (*fmt != 0) {
        struct directive d;
        enum outcome o = MATCHED;
        int counts = 0;
        if (is_space((unsigned char)*fmt)) {
            white_space(in);
            fmt++;
        } else if (*fmt != '%') {
            o = literal(in, *fmt++);
        } else {
            fmt = parse(fmt + 1, &d);
            if (d.conv == '%') {
                o = percent(in);
            } else if (d.conv == 'n') {
                store_count(in, &d);
            } else {
                o = convert(in, &d);
                counts = !d.skip;
            }
        }
        if (o == ENDED) {
            ended(before);
            return stored > 0 ? stored : EOF;
        }
        if (o == MISMATCH)
            return stored;
        stored += counts;
    }
    return stored;
}

int vfscanf(FILE *file, const char *fmt, va_list ap)
{
    struct input in = {.f = __model_stream(file)};
    /* A stream that is not for reading is refused also where the format asks for nothing. */
    if (!in.f->told && (fmt[0] != '%' || fmt[1] == 'n' || fmt[1] == '%') && __assay_nondet(1, "read:error")) {
        in.f->error = 1;
        errno = EBADF;
        return EOF;
    }
    va_copy(in.args, ap);
    int n = scan(&in, fmt);
    va_end(in.args);
    return n;
}

int vsscanf(const char *s, const char *fmt, va_list ap)
{
    struct input in = {.s = s};
    __model_reads_text(s); /* glibc looks for its end first */
    va_copy(in.args, ap);
    int n = scan(&in, fmt);
    va_end(in.args);
    return n;
}

int vscanf(const char *fmt, va_list ap) { return vfscanf(stdin, fmt, ap); }

/* Under the names that headers of different standards give them. */
#define FAMILY(p) \
    int p##scanf(const char *fmt, ...) \
    { \
        va_list ap; \
        va_start(ap, fmt); \
        int n = vfscanf(stdin, fmt, ap); \
        va_end(ap); \
        return n; \
    } \
    int p##fscanf(FILE *f, const char *fmt, ...) \
    { \
        va_list ap; \
        va_start(ap, fmt); \
        int n = vfscanf(f, fmt, ap); \
        va_end(ap); \
        return n; \
    } \
    int p##sscanf(const char *s, const char *fmt, ...) \
    { \
        va_list ap; \
        va_start(ap, fmt); \
        int n = vsscanf(s, fmt, ap); \
        va_end(ap); \
        return n; \
    }
FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)

int __isoc99_vscanf(const char *fmt, va_list ap) { return vfscanf(stdin, fmt, ap); }
int __isoc99_vfscanf(FILE *f, const char *fmt, va_list ap) { return vfscanf(f, fmt, ap); }
int __isoc99_vsscanf(const char *s, const char *fmt, va_list ap) { return vsscanf(s, fmt, ap); }
int __isoc23_vscanf(const char *fmt, va_list ap) { return vfscanf(stdin, fmt, ap); }
int __isoc23_vfscanf(FILE *f, const char *fmt, va_list ap) { return vfscanf(f, fmt, ap); }
int __isoc23_vsscanf(const char *s, const char *fmt, va_list ap) { return vsscanf(s, fmt, ap); }
