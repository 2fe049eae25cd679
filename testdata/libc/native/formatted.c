/* The printf and scanf families against glibc's. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "native.h"

extern int model_snprintf(char *, size_t, const char *, ...), model_sprintf(char *, const char *, ...);
extern int model_asprintf(char **, const char *, ...);
extern int model_sscanf(const char *, const char *, ...), model_scanf(const char *, ...);
extern int model_getchar(void), model_feof(FILE *), model_ungetc(int, FILE *);
extern char *model_fgets(char *, int, FILE *);
extern ssize_t model_getline(char **, size_t *, FILE *);
extern FILE *model_stdin;

static long *compared;
static void (*differ)(const char *, const char *, ...);
static uint64_t (*rnd)(void);

static unsigned below(unsigned n) { return (unsigned)(rnd() % n); }
static const char *pick(const char *const *list, unsigned n) { return list[below(n)]; }
#define PICK(list) pick(list, sizeof list / sizeof *list)

static uint64_t odd_number(void)
{
    static const uint64_t edges[] = {0, 1, 9, 10, 255, 32768, 2147483647, 2147483648u, 4294967295u,
        9223372036854775807u, 9223372036854775808u, 18446744073709551615u};
    uint64_t v = below(2) ? edges[below(12)] : rnd() >> below(64);
    return below(2) ? v : 0 - v;
}

/* One conversion with random flags, width and precision. */
static void print_one(void)
{
    static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-#", "+0", "#0", " -"};
    static const char *const widths[] = {"", "1", "7", "20", "*"};
    static const char *const precisions[] = {"", ".", ".0", ".1", ".5", ".12"};
    static const char *const lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};
    char fmt[40], a[200], b[200];
    uint64_t v = odd_number();
    const char *width = PICK(widths);
    int star = *width == '*', w = (int)below(24) - 10, ra, rb;
    size_t room = below(3) ? sizeof a : below(12);
    memset(a, 0x55, sizeof a);
    memset(b, 0x55, sizeof b);
    start_path("", 0, 1);
    if (below(5) == 0) {
        static const char *const texts[] = {"", "a", "hello", "hello world"};
        const char *s = PICK(texts);
        snprintf(fmt, sizeof fmt, "<%%%s%s%s%c>", below(2) ? "-" : "", width, PICK(precisions), 's');
        ra = star ? snprintf(a, room, fmt, w, s) : snprintf(a, room, fmt, s);
        rb = star ? model_snprintf(b, room, fmt, w, s) : model_snprintf(b, room, fmt, s);
    } else {
        const char *length = PICK(lengths);
        char conv = "diuoxXc"[below(7)];
        if (conv == 'c')
            length = "";
        snprintf(fmt, sizeof fmt, "%%%%%%%s%s%s%s%c", PICK(flags), width, conv == 'c' ? "" : PICK(precisions), length, conv);
        ra = star ? snprintf(a, room, fmt, w, v) : snprintf(a, room, fmt, v);
        rb = star ? model_snprintf(b, room, fmt, w, v) : model_snprintf(b, room, fmt, v);
    }
    ++*compared;
    if (ra != rb || memcmp(a, b, sizeof a) != 0)
        differ("snprintf", "%s of %llx: %d \"%.40s\", model %d \"%.40s\"", fmt, (unsigned long long)v, ra, a, rb, b);
}

static void print_many(void)
{
    char a[100], b[100], *p = NULL;
    int n = 0, m = 0;
    start_path("", 0, 1);
    sprintf(a, "%d, %s%n: %lld%%%c %zu", -5, "text", &n, 1LL << 40, 'x', (size_t)7);
    model_sprintf(b, "%d, %s%n: %lld%%%c %zu", -5, "text", &m, 1LL << 40, 'x', (size_t)7);
    ++*compared;
    if (strcmp(a, b) != 0 || n != m)
        differ("sprintf", "\"%s\" %d, model \"%s\" %d", a, n, b, m);
    n = model_asprintf(&p, "%d-%s", 12, "ab");
    ++*compared;
    if (n != 5 || strcmp(p, "12-ab") != 0)
        differ("asprintf", "%d %s", n, p);
}

/* A floating-point conversion: glibc's text is as long as the model's shortest
 * and longest, or between them, and the model's has no NUL byte in it. */
static void print_real(void)
{
    static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-#", "+0"};
    static const char *const widths[] = {"", "1", "9", "30"};
    static const char *const precisions[] = {"", ".", ".1", ".3", ".15", ".17", ".40"};
    static const double edges[] = {0, 1, 0.5, 1e15, 1e-5, 123456, 999999.5, 4.9e-324, 1.7976931348623157e308};
    static char text[6000];
    char fmt[40];
    int lengths[2], n, extended = below(4) == 0;
    union { uint64_t bits; double d; } v = {rnd()};
    long double x;
    if (below(2))
        v.d = edges[below(9)] * (below(2) ? 1 : -1);
    else if (below(9) == 0)
        v.bits |= 0x7ff0000000000000u;
    x = below(2) ? (long double)v.d : (long double)v.d * 0x1p15000L;
    snprintf(fmt, sizeof fmt, "%%%s%s%s%s%c", PICK(flags), PICK(widths), PICK(precisions), extended ? below(2) ? "L" : "ll" : "", "fFeEgGaA"[below(8)]);
    n = extended ? snprintf(text, sizeof text, fmt, x) : snprintf(text, sizeof text, fmt, v.d);
    start_path("", 0, 0);
    for (extreme = 0; extreme < 2; extreme++) {
        lengths[extreme] = extended ? model_sprintf(text, fmt, x) : model_sprintf(text, fmt, v.d);
        if (strlen(text) != (size_t)lengths[extreme])
            differ("sprintf", "%s: a text of %zu bytes has length %d", fmt, strlen(text), lengths[extreme]);
    }
    extreme = -1;
    ++*compared;
    if (n < lengths[0] || n > lengths[1])
        differ("sprintf", "%s of %La: %d bytes, model %d to %d", fmt, extended ? x : v.d, n, lengths[0], lengths[1]);
}

static void print_pointer(void)
{
    static const char *const formats[] = {"%p", "%20p", "%+p", "%-3p", "%.20p"};
    char text[60];
    const char *fmt = PICK(formats);
    void *v = (void *)(rnd() >> below(64));
    int n = snprintf(text, sizeof text, fmt, below(9) ? v : NULL);
    start_path("", 0, 0);
    extreme = 0;
    int least = model_sprintf(text, fmt, v);
    extreme = 1;
    int most = model_sprintf(text, fmt, v);
    extreme = -1;
    ++*compared;
    if (n < least || n > most)
        differ("sprintf", "%s of %p: %d bytes, model %d to %d", fmt, v, n, least, most);
}

/* What a scanf call left: its result, what it stored, the bytes behind, and
 * whether it saw the end. */
struct outcome {
    int result, eof;
    unsigned char stored[3][16];
    char rest[40];
};

static void clear(struct outcome *o)
{
    memset(o, 0, sizeof *o);
    memset(o->stored, 0xaa, sizeof o->stored);
}

static void scan_glibc(const char *text, const char *fmt, struct outcome *o)
{
    FILE *f = fmemopen((void *)text, strlen(text), "r");
    int c, i = 0;
    clear(o);
    o->result = fscanf(f, fmt, o->stored[0], o->stored[1], o->stored[2]);
    o->eof = feof(f) != 0;
    while ((c = getc(f)) != EOF)
        o->rest[i++] = (char)c;
    fclose(f);
}

/* 0 if no run of the program does what the choices say. */
static int scan_model(const char *text, const char *fmt, unsigned choices, int look, struct outcome *o)
{
    volatile int i = 0;
    int c;
    jmp_buf outer;
    clear(o);
    memcpy(&outer, &path_end, sizeof outer);
    if (setjmp(path_end) != 0) {
        memcpy(&path_end, &outer, sizeof outer);
        return 0;
    }
    start_path(text, choices, below(2) != 0);
    o->result = model_scanf(fmt, o->stored[0], o->stored[1], o->stored[2]);
    if (look)
        o->eof = model_feof(model_stdin) != 0;
    while ((c = model_getchar()) != EOF)
        o->rest[i++] = (char)c;
    memcpy(&path_end, &outer, sizeof outer);
    return 1;
}

static int same(const struct outcome *a, const struct outcome *b, int look)
{
    return a->result == b->result && memcmp(a->stored, b->stored, sizeof a->stored) == 0 &&
           strcmp(a->rest, b->rest) == 0 && (!look || a->eof == b->eof);
}

/* Writes text with each run of white space kept, dropped, or made its first byte
 * or a blank. */
static void respace(const char *text, unsigned how, char *out)
{
    while (*text != 0) {
        size_t run = strspn(text, " \t\n");
        if (run > 0) {
            unsigned choice = how % 4;
            how /= 4;
            if (choice == 0) {
                memcpy(out, text, run);
                out += run;
            } else if (choice > 1) {
                *out++ = choice == 2 ? ' ' : *text;
            }
            text += run;
        } else {
            *out++ = *text++;
        }
    }
    *out = 0;
}

/* Runs every path of the model that some choices open on a text: each does what
 * glibc does there. Says whether one of them has the outcome want. */
static int scan_paths(const char *text, const char *fmt, const struct outcome *want)
{
    struct outcome have, there;
    int found = 0;
    scan_glibc(text, fmt, &there);
    for (unsigned choices = 0; choices < 8; choices++) {
        int look = (int)below(2);
        if (!scan_model(text, fmt, choices, look, &have))
            continue;
        ++*compared;
        if (!same(&there, &have, look))
            differ("scanf", "\"%s\" as \"%s\": %d, rest \"%s\", eof %d; model %d, rest \"%s\", eof %d", text, fmt,
                   there.result, there.rest, there.eof, have.result, have.rest, have.eof);
        found |= same(want, &have, 0);
    }
    return found;
}

/* Puts a blank in front of byte i of text. */
static void insert_blank(char *text, size_t i)
{
    memmove(text + i + 1, text + i, strlen(text + i) + 1);
    text[i] = ' ';
}

/* One of the model's paths does what glibc does on this text, white space that
 * the program cannot see aside: runs of it may shrink, and up to two blanks
 * appear. */
static void scan_stream(const char *text, const char *fmt)
{
    struct outcome want;
    char spaced[40];
    scan_glibc(text, fmt, &want);
    for (int blanks = 0; blanks < 3; blanks++)
        for (unsigned how = 0; how < 64; how++)
            for (size_t i = 0; i <= (blanks > 0 ? strlen(text) : 0); i++)
                for (size_t j = 0; j <= (blanks > 1 ? strlen(text) : 0); j++) {
                    respace(text, how, spaced);
                    if (blanks > 0 && i <= strlen(spaced))
                        insert_blank(spaced, i);
                    if (blanks > 1 && j <= strlen(spaced))
                        insert_blank(spaced, j);
                    if (scan_paths(spaced, fmt, &want))
                        return;
                }
    differ("scanf", "no path of the model does what glibc does: \"%s\" as \"%s\": %d, rest \"%s\"", text, fmt,
           want.result, want.rest);
}

static void scan_memory(const char *text, const char *fmt)
{
    struct outcome want, have;
    clear(&want);
    clear(&have);
    start_path("", 0, below(2) != 0);
    want.result = sscanf(text, fmt, want.stored[0], want.stored[1], want.stored[2]);
    have.result = model_sscanf(text, fmt, have.stored[0], have.stored[1], have.stored[2]);
    ++*compared;
    if (!same(&want, &have, 0))
        differ("sscanf", "\"%s\" as \"%s\": %d, model %d", text, fmt, want.result, have.result);
}

/* Of a floating-point number that may be cut short the model leaves open what
 * glibc makes: one of its paths does that. */
static void scan_real(void)
{
    static const char *const formats[] = {"%lg%n", "%f%n", " %le%n", "%*lf%n", "x%lf%n", "%lf,%n"};
    static const char *const alphabets[] = {"0123456789.", "01.eE+-", "0xXpP1a.-+", "inftyNa(1)", " ,1.-x"};
    const char *alphabet = PICK(alphabets), *fmt = PICK(formats);
    int skips = fmt[1] == '*', want, have, at, there;
    char text[12];
    double v;
    unsigned n = below(sizeof text);
    for (unsigned j = 0; j < n; j++)
        text[j] = alphabet[below((unsigned)strlen(alphabet))];
    text[n] = 0;
    there = -1;
    want = skips ? sscanf(text, fmt, &there) : sscanf(text, fmt, &v, &there);
    for (int tries = 0; tries < 4000; tries++) {
        start_path("", 0, 0);
        at = -1;
        have = skips ? model_sscanf(text, fmt, &at) : model_sscanf(text, fmt, &v, &at);
        ++*compared;
        if (have == want && at == there)
            return;
    }
    differ("sscanf", "\"%s\" as \"%s\": %d, %%n %d; model for one %d, %d", text, fmt, want, there, have, at);
}

static void scanning(void)
{
    static const char *const formats[] = {
        "%d", " %c", "%d%d", "%d %d %d", "%d%c", "%c%d", "%d,%d", "%u", "%x", "%o", "%i", "%hhd%hd", "%ld%lu", "%lld",
        "%2d%3d", "%*d%d", "%5s", "%5s%c", "%3c", "%c%c%c", "%5[a-f]%c", "%5[^,],%d", "%d%%%d", "%1d%1x%2o", "a%d",
        " a %d", "%*[0-9]%c", "%3i%c", "%s", "%d %c %d", "%x%c", "%o%c", "%u-%u", "%4[]a]%c", "%4[^]]%c", "%2[+-]%d", "x",
        "%zu", "%jd", "%d ", "%d\n%c", "%*c%c", "%3[a-]%c", "%hhx%c", "%hu",
    };
    static const char *const alphabets[] = {"0123456789 ", "019 +-,%", "0xXaf19 -+g", "12 a,\n", "a b]f-,7", "078 -9"};
    char text[40];
    for (int i = 0; i < 12000; i++) {
        const char *alphabet = PICK(alphabets), *fmt = PICK(formats);
        unsigned n = 1 + below(8);
        for (unsigned j = 0; j < n; j++)
            text[j] = alphabet[below((unsigned)strlen(alphabet))];
        text[n] = 0;
        scan_memory(text, fmt);
        scan_stream(text, fmt);
    }
    scan_memory("", "%d");
    scan_memory("   ", "%d");
    scan_memory("99999999999999999999 7", "%d %d");
    scan_memory("-99999999999999999999", "%lld");
    scan_memory("99999999999999999999", "%llu");
}

static void lines(void)
{
    static const char *const texts[] = {"ab\ncd\n", "\n", "abcdefg", "ab\n\nc", "x"};
    char a[8], b[8], *line = NULL;
    size_t room = 0;
    for (unsigned t = 0; t < 5; t++)
        for (int n = -1; n < 8; n++) {
            FILE *f = fmemopen((void *)texts[t], strlen(texts[t]), "r");
            start_path(texts[t], 0, 1);
            for (int k = 0; k < 5; k++) {
                memset(a, 0x55, sizeof a);
                memset(b, 0x55, sizeof b);
                char *p = fgets(a, n, f), *q = model_fgets(b, n, model_stdin);
                ++*compared;
                if ((p == NULL) != (q == NULL) || memcmp(a, b, sizeof a) != 0 || feof(f) != model_feof(model_stdin))
                    differ("fgets", "text %u, n %d, call %d", t, n, k);
            }
            fclose(f);
        }
    start_path("one\ntwo", 0, 1);
    ssize_t first = model_getline(&line, &room, model_stdin);
    int same1 = first == 4 && strcmp(line, "one\n") == 0 && room == 120;
    ssize_t second = model_getline(&line, &room, model_stdin);
    *compared += 2;
    if (!same1 || second != 3 || strcmp(line, "two") != 0 || model_getline(&line, &room, model_stdin) != -1)
        differ("getline", "%zd, %zd, \"%s\", room %zu", first, second, line, room);
}

void formatted(long *count, void (*complain)(const char *, const char *, ...), uint64_t (*random)(void))
{
    compared = count;
    differ = complain;
    rnd = random;
    for (int i = 0; i < 40000; i++)
        print_one();
    for (int i = 0; i < 20000; i++) {
        print_real();
        print_pointer();
        scan_real();
    }
    print_many();
    scanning();
    lines();
}
