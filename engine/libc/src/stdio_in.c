/* stdio.h: unformatted input. */
#include "assay.h"
#include "model.h"

/* Of getline. */
enum { FIRST_BLOCK = 120, MAX_PIECE = 256, CUT = -2 };

int fgetc(FILE *f) { return __model_next(__model_stream(f)); }
int getc(FILE *f) { return fgetc(f); }
int _IO_getc(FILE *f) { return fgetc(f); }
int getchar(void) { return fgetc(stdin); }
int fgetc_unlocked(FILE *f) { return fgetc(f); }
int getc_unlocked(FILE *f) { return fgetc(f); }
int getchar_unlocked(void) { return fgetc(stdin); }

/* What was read last goes back into its place; anything else needs room, which may be
 * missing. */
int ungetc(int c, FILE *file)
{
    struct stream *f = __model_stream(file);
    if (c == EOF)
        return EOF;
    c = (unsigned char)c;
    if (c != f->last && __assay_choose("malloc:ungetc")) {
        errno = ENOMEM;
        return EOF;
    }
    f->strange |= c != f->last;
    __model_back(f, c);
    f->eof = 0;
    return c;
}

/* Whether an error ended what was read: if so the text is not given out, with EAGAIN it
 * is. */
static int broken(const struct stream *f, int c) { return c == EOF && (f->error & (errno != EAGAIN)); }

/* The contract of fgets for n > 1 and, where there is no limit, of gets: some bytes, and a
 * NUL behind them unless an error came. */
static char *some_line(char *buf, size_t limit, struct stream *f)
{
    size_t i = (size_t)__assay_open(8 * (int)sizeof i - 1);
    __assay_assume(i < limit);
    int before = f->error, end = __model_read_some(f);
    __assay_assume((i > 0) | end | (limit == SIZE_MAX));
    f->error |= before;
    __assay_any(buf, i);
    if (end & ((i == 0) | (int)__assay_open(1)))
        return NULL;
    buf[i] = 0;
    return buf;
}

/* glibc returns NULL at the end with nothing read, after an error, and for n ≤ 0; n = 1
 * stores the terminator only. */
char *fgets(char *buf, int n, FILE *file)
{
    struct stream *f = __model_stream(file);
    int i = 0, c = 0, before = f->error;
    if (n <= 0)
        return NULL;
    if (n > 1 && __assay_contract())
        return some_line(buf, (size_t)n, f);
    f->error = 0;
    while (i < n - 1) {
        c = __model_next(f);
        if (c == EOF)
            break;
        buf[i++] = (char)c;
        if (c == '\n')
            break;
    }
    int bad = (i == 0 && n > 1) || broken(f, c);
    f->error |= before;
    if (bad)
        return NULL;
    buf[i] = 0;
    return buf;
}

char *fgets_unlocked(char *buf, int n, FILE *f) { return fgets(buf, n, f); }

char *gets(char *buf)
{
    struct stream *f = __model_stream(stdin);
    int i = 0, c, before = f->error;
    if (__assay_contract())
        return some_line(buf, SIZE_MAX, f);
    f->error = 0;
    while ((c = getchar()) != EOF && c != '\n')
        buf[i++] = (char)c;
    int bad = c == EOF && (i == 0 || f->error);
    f->error |= before;
    if (bad)
        return NULL;
    buf[i] = 0;
    return buf;
}

static size_t some_items(char *p, size_t size, size_t n, struct stream *f)
{
    size_t item = (size_t)__assay_open(8 * (int)sizeof item - 1), part = (size_t)__assay_open(8 * (int)sizeof part - 1);
    int end = __model_read_some(f);
    __assay_assume((item < n && part < size && end) || (item == n && part == 0));
    __assay_any(p, item * size + part);
    return item;
}

/* Bytes beyond the last whole item are stored, but not counted. */
static size_t items(char *p, size_t size, size_t n, struct stream *f)
{
    size_t bytes = size * n, item = 0, part = 0;
    if (bytes > 1 && __assay_contract())
        return some_items(p, size, n, f);
    for (size_t i = 0; i < bytes; i++) {
        int c = __model_next(f);
        if (c == EOF)
            return item;
        p[i] = (char)c;
        if (++part == size) {
            part = 0;
            item++;
        }
    }
    return n;
}

/* What goes around the buffer asks again behind the end. */
size_t fread(void *buf, size_t size, size_t n, FILE *file)
{
    struct stream *f = __model_stream(file);
    if (size * n == 0)
        return 0;
    int again = f->eof & (size * n >= f->direct);
    f->eof &= !again;
    n = items(buf, size, n, f);
    f->eof |= again;
    return n;
}

size_t fread_unlocked(void *buf, size_t size, size_t n, FILE *f) { return fread(buf, size, n, f); }

/* A block of size bytes with the first len bytes of *line. */
static int resize(char **line, size_t *n, size_t size)
{
    char *p = __model_realloc(*line, size, "malloc:getline");
    if (p == NULL)
        return 0;
    *line = p;
    *n = size;
    return 1;
}

/* The first block. Where *n is 0 glibc forgets the block that *line points to. */
static int begin(char **line, size_t *n)
{
    if (*line != NULL && *n != 0)
        return 1;
    *n = FIRST_BLOCK;
    *line = NULL;
    return resize(line, n, FIRST_BLOCK);
}

/* Room for a piece of the line in place of its len bytes: twice the block, or as much as
 * is needed if that is more. */
static int grow(char **line, size_t *n, size_t len, size_t piece)
{
    size_t need = len + piece + 1;
    if (need <= *n)
        return 1;
    return resize(line, n, need < 2 * *n ? 2 * *n : need);
}

/* Its contract: some bytes, in a block that has room for them. Where it cannot grow,
 * or an error comes, some of them are in it, too. */
static ssize_t some_delimited(char **line, size_t *n, struct stream *f)
{
    size_t len = (size_t)__assay_open(8 * (int)sizeof len - 2), have = (size_t)__assay_open(8 * (int)sizeof have - 2);
    int end = __model_read_some(f);
    __assay_assume((have <= len) & (have <= *n) & ((len > 0) | end));
    if (len + 1 > *n) {
        size_t size = (size_t)__assay_open(8 * (int)sizeof size - 1);
        __assay_assume((size > len) & (size >= 2 * *n));
        __assay_any(*line, have);
        if (!resize(line, n, size))
            return -1;
    }
    __assay_any(*line, len);
    if (len == 0 || (end && f->error && __assay_open(1)))
        return -1;
    (*line)[len] = 0;
    return (ssize_t)len;
}

/* A line comes in pieces that end wherever a read of the descriptor did. It matters only
 * where the block must grow: there the piece goes on up to the end of the line or to where
 * the environment says. */
static int rest_of_piece(struct stream *f, int delim, char *piece, size_t *size)
{
    int c;
    while (__assay_nondet(1, "getline")) {
        if (*size == MAX_PIECE)
            __assay_bound("getline", MAX_PIECE);
        c = __model_next(f);
        if (c == EOF)
            return EOF;
        piece[(*size)++] = (char)c;
        if (c == delim)
            return c;
    }
    return CUT;
}

ssize_t getdelim(char **line, size_t *n, int delim, FILE *file)
{
    struct stream *f = __model_stream(file);
    char piece[MAX_PIECE];
    size_t len = 0, size;
    if (line == NULL || n == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (f->error || !begin(line, n)) /* after an error glibc does not even try */
        return -1;
    if (__assay_contract())
        return some_delimited(line, n, f);
    delim = (unsigned char)delim;
    for (int c = CUT; c != EOF && c != delim; len += size) {
        c = __model_next(f);
        size = c != EOF;
        if (c == EOF)
            break;
        piece[0] = (char)c;
        if (c != delim && len + 2 > *n)
            c = rest_of_piece(f, delim, piece, &size);
        if (!grow(line, n, len, size))
            return -1;
        __assay_copy(*line + len, piece, size, 1);
    }
    if (len == 0)
        return -1;
    (*line)[len] = 0;
    return (ssize_t)len;
}

ssize_t __getdelim(char **line, size_t *n, int delim, FILE *f) { return getdelim(line, n, delim, f); }
ssize_t getline(char **line, size_t *n, FILE *f) { return getdelim(line, n, '\n', f); }

int getw(FILE *f)
{
    int v;
    return fread(&v, sizeof v, 1, f) == 1 ? v : EOF;
}
