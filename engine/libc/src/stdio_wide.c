/* wchar.h: characters of streams. A byte of ASCII is its character; what other
 * bytes are is for the locale to say: any character, or none (EILSEQ). */
#include "assay.h"
#include "model.h"

typedef unsigned wint_t;
typedef __WCHAR_TYPE__ wchar_t;
#define WEOF ((wint_t)-1)

/* The character that begins with byte c, which was read. Branch-free. */
static wint_t decoded(struct stream *f, int c)
{
    int ascii = 0 - (c < 128), bad = ~ascii & -(int)__assay_nondet(1, "wide");
    int any = (int)__assay_nondet(31, "wide");
    f->error |= bad & 1;
    errno = (errno & ~bad) | (EILSEQ & bad);
    return (wint_t)((c & ascii) | (any & ~ascii) | bad);
}

/* A stream of bytes has no characters, and says so without an indicator. */
wint_t fgetwc(FILE *file)
{
    struct stream *f = __model_stream(file);
    if (f->bytes)
        return WEOF;
    f->wide = 1;
    int back = f->pushed > 0, c = __model_next_wide(f);
    return c == EOF ? WEOF : back ? (wint_t)c : decoded(f, c);
}

wint_t getwc(FILE *f) { return fgetwc(f); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t fgetwc_unlocked(FILE *f) { return fgetwc(f); }
wint_t getwc_unlocked(FILE *f) { return fgetwc(f); }
wint_t getwchar_unlocked(void) { return fgetwc(stdin); }

wint_t ungetwc(wint_t c, FILE *file)
{
    struct stream *f = __model_stream(file);
    if (c == WEOF)
        return WEOF;
    if (c != (wint_t)f->last && __assay_choose("malloc:ungetc")) {
        errno = ENOMEM;
        return WEOF;
    }
    f->wide |= !f->bytes;
    f->strange |= (int)c != f->last;
    __model_back(f, (int)c);
    f->eof = 0;
    return c;
}

/* As fgets; n = 1 stores the terminator only. */
wchar_t *fgetws(wchar_t *buf, int n, FILE *file)
{
    struct stream *f = __model_stream(file);
    wint_t c = 0;
    int i = 0, before = f->error;
    if (n <= 0)
        return NULL;
    f->error = 0;
    while (i < n - 1 && c != '\n') {
        c = fgetwc(file);
        if (c == WEOF)
            break;
        buf[i++] = (wchar_t)c;
    }
    int bad = (i == 0 && n > 1) || (c == WEOF && (f->error & (errno != EAGAIN)));
    f->error |= before;
    if (bad)
        return NULL;
    buf[i] = 0;
    return buf;
}

wchar_t *fgetws_unlocked(wchar_t *buf, int n, FILE *f) { return fgetws(buf, n, f); }

/* Whether an attempt to write failed. A character without encoding sets the indicator or
 * not, depending on the buffer. */
static int writes(FILE *file)
{
    struct stream *f = __model_stream(file);
    int failed = (int)__assay_nondet(1, "output"), was = f->bytes;
    f->wide |= !f->bytes;
    __model_wrote(f, failed, failed & (int)__assay_nondet(1, "output"));
    f->bytes = was;
    return failed;
}


/* WEOF is no character: it may only write out what the stream holds, which gives 0. */
wint_t fputwc(wchar_t c, FILE *f)
{
    wint_t held = ((wint_t)c == WEOF) & (wint_t)__assay_nondet(1, "output");
    return ((wint_t)c & (held - 1)) | (0 - (wint_t)writes(f));
}

wint_t putwc(wchar_t c, FILE *f) { return fputwc(c, f); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
wint_t fputwc_unlocked(wchar_t c, FILE *f) { return fputwc(c, f); }
wint_t putwc_unlocked(wchar_t c, FILE *f) { return fputwc(c, f); }
wint_t putwchar_unlocked(wchar_t c) { return fputwc(c, stdout); }

int fputws(const wchar_t *s, FILE *f)
{
    while (*s != 0)
        s++;
    return 1 - 2 * writes(f);
}

int fputws_unlocked(const wchar_t *s, FILE *f) { return fputws(s, f); }

/* Bytes are less than 0, wide characters more. */
int fwide(FILE *file, int mode)
{
    struct stream *f = __model_stream(file);
    f->wide |= (mode > 0) & !f->bytes;
    f->bytes |= (mode < 0) & !f->wide;
    return f->wide - f->bytes;
}
