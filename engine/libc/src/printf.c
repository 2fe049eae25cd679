/* stdio.h: the printf family. Output to a stream or descriptor checks its
 * arguments and returns what it likes; the functions that write to memory
 * write the exact text, but for floating-point numbers and addresses, of which
 * they write any text as long as such a text can be, and for arguments that
 * overlap the text, where they write any bytes. */
#include "assay.h"
#include "model.h"

struct output {
    int memory;    /* the text matters */
    int overlaps;  /* an argument lay where the text was written */
    char *buf;
    size_t limit;  /* bytes of text that are stored */
    size_t count;  /* bytes of text */
    va_list args;
};

struct spec {
    int left, plus, space, alt, zero;
    int width, precision; /* precision -1: none */
    int bits;      /* of an integer argument */
    int long_double, wide;
    char conv;
};

static void put(struct output *o, char c)
{
    if (o->count < o->limit)
        o->buf[o->count] = c;
    o->count++;
}

static void pad(struct output *o, char c, long n)
{
    for (; n > 0; n--)
        put(o, c);
}

static const char *number(struct output *o, const char *fmt, int *v)
{
    if (*fmt == '*') {
        *v = va_arg(o->args, int);
        return fmt + 1;
    }
    *v = 0;
    while (is_digit(*fmt)) {
        if (*v > 100000000)
            __assay_undecided("printf with a field width of more than nine digits");
        *v = 10 * *v + (*fmt++ - '0');
    }
    if (*fmt == '$')
        __assay_undecided("printf with numbered arguments");
    return fmt;
}

static const char *flags(const char *fmt, struct spec *s)
{
    for (;; fmt++)
        switch (*fmt) {
        case '-': s->left = 1; break;
        case '+': s->plus = 1; break;
        case ' ': s->space = 1; break;
        case '#': s->alt = 1; break;
        case '0': s->zero = 1; break;
        case '\'': case 'I': break; /* no effect in the C locale */
        default: return fmt;
        }
}

static const char *length(const char *fmt, struct spec *s)
{
    s->bits = 32;
    switch (*fmt) {
    case 'h':
        s->bits = fmt[1] == 'h' ? 8 : 16;
        return fmt + 1 + (fmt[1] == 'h');
    case 'l':
        s->wide = fmt[1] != 'l';
        s->long_double = !s->wide; /* glibc: ll of a floating-point number is L */
        s->bits = s->wide ? 8 * (int)sizeof(long) : 64;
        return fmt + 1 + (fmt[1] == 'l');
    case 'L': case 'q':
        s->long_double = 1;
        s->bits = 64;
        return fmt + 1;
    case 'j':
        s->bits = 64;
        return fmt + 1;
    case 'z': case 'Z': case 't':
        s->bits = 8 * (int)sizeof(size_t);
        return fmt + 1;
    }
    return fmt;
}

/* Parses what stands behind %; returns the byte behind the conversion. */
static const char *parse(struct output *o, const char *fmt, struct spec *s)
{
    *s = (struct spec){0, 0, 0, 0, 0, 0, -1, 32, 0, 0, 0};
    fmt = number(o, flags(fmt, s), &s->width);
    if (s->width < 0) {
        s->left = 1;
        s->width = s->width == -INT_MAX - 1 ? INT_MAX : -s->width;
    }
    if (*fmt == '.')
        fmt = number(o, fmt + 1, &s->precision);
    fmt = length(fmt, s);
    s->conv = *fmt;
    s->wide |= s->conv == 'C' || s->conv == 'S';
    return *fmt == 0 ? fmt : fmt + 1;
}

static u64 argument(struct output *o, int bits)
{
    return bits == 64 ? va_arg(o->args, u64) : va_arg(o->args, unsigned);
}

/* The digits of v end at *end; returns their first. Where v is unknown, one
 * branch per digit tells their number. */
static char *digits(char *end, u64 v, unsigned base, int upper)
{
    int letter = upper ? 'A' - '9' - 1 : 'a' - '9' - 1;
    while (v > 0xffffffffu) {
        unsigned d = (unsigned)(v % base);
        *--end = (char)('0' + (int)d + letter * (d > 9));
        v /= base;
    }
    for (unsigned w = (unsigned)v; w != 0; w /= base) {
        unsigned d = w % base;
        *--end = (char)('0' + (int)d + letter * (d > 9));
    }
    return end;
}

/* A field: sign or prefix, zeros, text, filled up to the width. */
static void field(struct output *o, const struct spec *s, const char *prefix, long zeros, const char *p, size_t n)
{
    long used = (long)n + zeros, fill;
    for (const char *q = prefix; *q != 0; q++)
        used++;
    fill = s->width - used;
    if (!s->left)
        pad(o, ' ', fill);
    while (*prefix != 0)
        put(o, *prefix++);
    pad(o, '0', zeros);
    for (size_t i = 0; i < n; i++)
        put(o, p[i]);
    if (s->left)
        pad(o, ' ', fill);
}

static u64 narrow(u64 v, int bits) { return v & (~0ull >> (64 - bits)); }

/* The magnitude of v as a signed number of that many bits. */
static u64 magnitude(u64 v, int bits, int *negative)
{
    v = narrow(v, bits);
    *negative = (v >> (bits - 1)) != 0;
    return *negative ? narrow(0 - v, bits) : v;
}

static void integer(struct output *o, const struct spec *s)
{
    char text[24];
    const char *prefix = "";
    int negative = 0;
    unsigned base = s->conv == 'o' ? 8 : s->conv == 'x' || s->conv == 'X' ? 16 : 10;
    u64 v = narrow(argument(o, s->bits), s->bits);
    if (!o->memory)
        return;
    if (s->conv == 'd' || s->conv == 'i') {
        v = magnitude(v, s->bits, &negative);
        prefix = negative ? "-" : s->plus ? "+" : s->space ? " " : "";
    } else if (s->alt && base == 16 && v != 0) {
        prefix = s->conv == 'x' ? "0x" : "0X";
    }
    char *end = text + sizeof text, *p = digits(end, v, base, s->conv == 'X');
    long n = end - p, zeros = (s->precision < 0 ? 1 : s->precision) - n;
    if (s->alt && base == 8 && zeros <= 0 && (n == 0 || *p != '0'))
        zeros = 1;
    if (s->zero && !s->left && s->precision < 0) {
        long sign = *prefix == 0 ? 0 : base == 16 ? 2 : 1;
        if (zeros < s->width - n - sign)
            zeros = s->width - n - sign;
    }
    field(o, s, prefix, zeros > 0 ? zeros : 0, p, (size_t)n);
}

/* Notes whether n bytes at p lie where text is written before they are read, or while:
 * the first byte always is, snprintf makes it a NUL. */
static void apart(struct output *o, const char *p, size_t n)
{
    if (o->buf == NULL || !__assay_same(p, o->buf))
        return;
    size_t end = o->count < o->limit ? o->count : o->limit;
    end = n < o->limit - end ? end + n : o->limit;
    ssize_t distance = p - o->buf;
    if (distance <= (ssize_t)end && distance + (ssize_t)n > 0) {
        __assay_fail("overlap");
        o->overlaps = 1;
    }
}

/* Wide characters of ASCII are their bytes; others have an encoding or none, as the
 * locale says. */
static void wide_string(struct output *o, const struct spec *s, const int *p)
{
    size_t n = 0, max = s->precision < 0 ? SIZE_MAX : (size_t)s->precision;
    while (n < max && p[n] != 0)
        n++;
    if (!o->memory)
        return;
    for (size_t i = 0; i < n; i++)
        if ((unsigned)p[i] > 127)
            __assay_undecided("sprintf of wide characters beyond ASCII");
    long fill = s->width - (long)n;
    if (!s->left)
        pad(o, ' ', fill);
    for (size_t i = 0; i < n; i++)
        put(o, (char)p[i]);
    if (s->left)
        pad(o, ' ', fill);
}

/* glibc prints a null pointer as (null) where that fits the precision, else nothing. */
static const char *null_text(const struct spec *s)
{
    __assay_fail("null-string");
    return s->precision < 0 || s->precision >= 6 ? "(null)" : "";
}

static void string(struct output *o, const struct spec *s)
{
    const char *p = va_arg(o->args, const char *);
    size_t n = 0, max = s->precision < 0 ? SIZE_MAX : (size_t)s->precision;
    int null = p == NULL;
    if (null)
        p = null_text(s);
    if (s->wide && !null) {
        wide_string(o, s, (const int *)(const void *)p);
        return;
    }
    if (!o->memory) {
        if (max > 0)
            __assay_check_string(p, max);
        return;
    }
    while (n < max && p[n] != 0)
        n++;
    apart(o, p, n + (n < max));
    field(o, s, "", 0, p, n);
}

static void error_text(struct output *o, const struct spec *s)
{
    char text[64];
    size_t n;
    if (!o->memory)
        return;
    __model_error_text(errno, text, sizeof text);
    n = strlen(text);
    if (s->precision >= 0 && (size_t)s->precision < n)
        n = (size_t)s->precision;
    field(o, s, "", 0, text, n);
}

static void character(struct output *o, const struct spec *s)
{
    int v = va_arg(o->args, int);
    char c = (char)v;
    if (!o->memory)
        return;
    if (s->wide && (unsigned)v > 127)
        __assay_undecided("sprintf of wide characters beyond ASCII");
    field(o, s, "", 0, &c, 1);
}

/* The precision of a conversion whose text is not followed in detail. */
static long digits_of(const struct spec *s, long otherwise)
{
    if (s->precision > 1000000)
        __assay_undecided("sprintf with more than a million digits");
    return s->precision < 0 ? otherwise : s->precision;
}

/* The least and the largest number of bytes that a floating-point conversion
 * writes without its width (C17, 7.21.6.1p8; "nan" and "inf" have 3 and perhaps
 * a sign). A double has up to 309 digits in front of the point, 3 in its
 * exponent, and 13 of base 16 behind the point; a long double 4933, 4 and 15. */
static void real_lengths(const struct spec *s, long *lo, long *hi)
{
    long p = digits_of(s, 6), wide = s->long_double;
    switch (s->conv) {
    case 'f': case 'F':
        *lo = p == 0 ? 1 : 3;
        *hi = 1 + (wide ? 4933 : 309) + 1 + p;
        return;
    case 'e': case 'E':
        *lo = 3;
        *hi = 8 + p + wide;
        return;
    case 'g': case 'G':
        *lo = 1;
        *hi = 7 + (p == 0 ? 1 : p) + wide;
        return;
    default:
        p = digits_of(s, wide ? 15 : 13);
        *lo = 3;
        *hi = 11 + p + wide;
    }
}

/* Any text of lo to hi characters, filled up to the width: what is not followed
 * in detail. A path that needs one of them is believed only if it replays. */
static void any_text(struct output *o, const struct spec *s, long lo, long hi)
{
    long n = __assay_nondet(31, "printf");
    n = n < lo ? lo : n > hi ? hi : n;
    if (!s->left)
        pad(o, ' ', s->width - n);
    for (long i = 0; i < n; i++) {
        int c = (int)__assay_nondet(7, "printf");
        put(o, (char)(c + (c == 0)));
    }
    if (s->left)
        pad(o, ' ', s->width - n);
}

static void real(struct output *o, const struct spec *s)
{
    long lo, hi;
    if (s->long_double)
        (void)va_arg(o->args, long double);
    else
        (void)va_arg(o->args, double);
    if (!o->memory)
        return;
    real_lengths(s, &lo, &hi);
    any_text(o, s, lo, hi);
}

/* "(nil)", or a sign, 0x, and the digits of an address. */
static void pointer(struct output *o, const struct spec *s)
{
    long most = 2 * (long)sizeof(void *);
    (void)va_arg(o->args, void *);
    if (!o->memory)
        return;
    if (digits_of(s, 0) > most)
        most = s->precision;
    any_text(o, s, 3, 3 + most);
}

static void store_count(struct output *o, const struct spec *s)
{
    void *p = va_arg(o->args, void *);
    u64 n = o->memory ? o->count : (u64)__assay_nondet(31, "output");
    switch (s->bits) {
    case 8: *(unsigned char *)p = (unsigned char)n; break;
    case 16: *(unsigned short *)p = (unsigned short)n; break;
    case 32: *(unsigned *)p = (unsigned)n; break;
    default: *(u64 *)p = n; break;
    }
}

static void convert(struct output *o, const struct spec *s)
{
    switch (s->conv) {
    case '%':
        put(o, '%');
        return;
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        integer(o, s);
        return;
    case 'c': case 'C':
        character(o, s);
        return;
    case 's': case 'S':
        string(o, s);
        return;
    case 'n':
        store_count(o, s);
        return;
    case 'p':
        pointer(o, s);
        return;
    case 'm':
        if (s->alt)
            __assay_undecided("%#m of printf, the name of an error");
        error_text(o, s);
        return;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        real(o, s);
        return;
    }
    __assay_undecided("printf with an unknown conversion");
}

static void format(struct output *o, const char *fmt)
{
    if (*fmt != 0 && !__assay_is_known(fmt, 1))
        __assay_undecided("printf with an unknown format");
    while (*fmt != 0) {
        struct spec s;
        if (*fmt != '%') {
            put(o, *fmt++);
            continue;
        }
        fmt = parse(o, fmt + 1, &s);
        convert(o, &s);
    }
}

static void check_format(const char *fmt, va_list ap)
{
    struct output o = {.memory = 0};
    va_copy(o.args, ap);
    format(&o, fmt);
    va_end(o.args);
}

/* Text to a stream: nothing is stored. What fails for want of memory, or because the text
 * is too long or has no encoding, sets no indicator. */
int vfprintf(FILE *f, const char *fmt, va_list ap)
{
    struct stream *s = __model_stream(f);
    check_format(fmt, ap);
    int r = ((int)__assay_nondet(31, "output") - 1) & (INT_MAX | -__model_can_fail(s));
    __model_wrote(s, r < 0, (r < 0) & (int)__assay_nondet(1, "output"));
    return r;
}

int vprintf(const char *fmt, va_list ap) { return vfprintf(stdout, fmt, ap); }

int vdprintf(int fd, const char *fmt, va_list ap)
{
    (void)fd;
    check_format(fmt, ap);
    int r = (int)__assay_nondet(31, "output") - 1;
    __model_errno_after(r < 0);
    return r;
}

/* Any bytes in the target and any length: an argument overlapped it. */
static int torn(const struct output *o)
{
    size_t room = __assay_room(o->buf);
    __assay_any(o->buf, room <= o->limit ? room : o->limit + 1);
    return (int)__assay_nondet(31, "printf");
}

/* Text to memory, with its terminator unless there is no room at all. */
static int to_memory(char *buf, size_t size, const char *fmt, va_list ap)
{
    struct output o = {.memory = 1, .buf = size == 0 ? NULL : buf, .limit = size == 0 ? 0 : size - 1};
    if (size > 0) /* a target that cannot be written to shows before the text */
        __assay_copy(buf, buf, 1, 0);
    va_copy(o.args, ap);
    if (size > 0 && __assay_same(fmt, buf))
        apart(&o, fmt, strlen(fmt) + 1);
    format(&o, fmt);
    va_end(o.args);
    if (o.overlaps)
        return torn(&o);
    if (size > 0)
        buf[o.count < o.limit ? o.count : o.limit] = 0;
    if (o.count > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)o.count;
}

int vsnprintf(char *buf, size_t size, const char *fmt, va_list ap) { return to_memory(buf, size, fmt, ap); }
int vsprintf(char *buf, const char *fmt, va_list ap) { return to_memory(buf, SIZE_MAX, fmt, ap); }

int vasprintf(char **out, const char *fmt, va_list ap)
{
    int n = to_memory(NULL, 0, fmt, ap);
    if (n < 0)
        return -1;
    char *text = __model_new((size_t)n + 1, "asprintf");
    if (text == NULL) {
        errno = ENOMEM;
        return -1;
    }
    *out = text;
    __model_errno_after(0); /* where the block cannot be made smaller, it stays as large */
    return to_memory(text, (size_t)n + 1, fmt, ap);
}

#define VARIADIC(call) \
    { \
        va_list ap; \
        va_start(ap, fmt); \
        int n = call; \
        va_end(ap); \
        return n; \
    }
int printf(const char *fmt, ...) VARIADIC(vfprintf(stdout, fmt, ap))
int fprintf(FILE *f, const char *fmt, ...) VARIADIC(vfprintf(f, fmt, ap))
int dprintf(int fd, const char *fmt, ...) VARIADIC(vdprintf(fd, fmt, ap))
int sprintf(char *buf, const char *fmt, ...) VARIADIC(vsprintf(buf, fmt, ap))
int snprintf(char *buf, size_t size, const char *fmt, ...) VARIADIC(to_memory(buf, size, fmt, ap))
int asprintf(char **out, const char *fmt, ...) VARIADIC(vasprintf(out, fmt, ap))
