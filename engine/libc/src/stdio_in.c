/* stdio.h: unformatted input. */
#include "assay.h"
#include "model.h"

int fgetc(FILE *f) { return __model_next((struct stream *)f); }
int getc(FILE *f) { return fgetc(f); }
int _IO_getc(FILE *f) { return fgetc(f); }
int getchar(void) { return fgetc(stdin); }
int fgetc_unlocked(FILE *f) { return fgetc(f); }
int getc_unlocked(FILE *f) { return fgetc(f); }
int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, FILE *file)
{
    struct stream *f = (struct stream *)file;
    if (c == EOF)
        return EOF;
    __model_back(f, c);
    f->eof = 0;
    return (unsigned char)c;
}

/* glibc returns NULL at the end with nothing read, and for n ≤ 0; n = 1 stores
 * the terminator only. */
char *fgets(char *buf, int n, FILE *file)
{
    struct stream *f = (struct stream *)file;
    int i = 0;
    if (n <= 0)
        return NULL;
    while (i < n - 1) {
        int c = __model_next(f);
        if (c == EOF)
            break;
        buf[i++] = (char)c;
        if (c == '\n')
            break;
    }
    if (i == 0 && n > 1)
        return NULL;
    buf[i] = 0;
    return buf;
}

char *fgets_unlocked(char *buf, int n, FILE *f) { return fgets(buf, n, f); }

char *gets(char *buf)
{
    int i = 0, c;
    while ((c = getchar()) != EOF && c != '\n')
        buf[i++] = (char)c;
    if (i == 0 && c == EOF)
        return NULL;
    buf[i] = 0;
    return buf;
}

size_t fread(void *buf, size_t size, size_t n, FILE *file)
{
    struct stream *f = (struct stream *)file;
    char *p = buf;
    if (size == 0)
        return 0;
    for (size_t item = 0; item < n; item++)
        for (size_t i = 0; i < size; i++) {
            int c = __model_next(f);
            if (c == EOF)
                return item;
            *p++ = (char)c;
        }
    return n;
}

size_t fread_unlocked(void *buf, size_t size, size_t n, FILE *f) { return fread(buf, size, n, f); }

/* Makes room for need bytes as glibc does: 120 first, then twice as many. */
static int grow(char **line, size_t *n, size_t need)
{
    size_t size = *line == NULL || *n == 0 ? 120 : *n;
    while (size < need)
        size *= 2;
    if (*line != NULL && size == *n)
        return 1;
    char *p = __model_realloc(*line, size, "getline");
    if (p == NULL)
        return 0;
    *line = p;
    *n = size;
    return 1;
}

ssize_t getdelim(char **line, size_t *n, int delim, FILE *file)
{
    struct stream *f = (struct stream *)file;
    size_t len = 0;
    if (line == NULL || n == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (!grow(line, n, 1))
        return -1;
    for (;;) {
        int c = __model_next(f);
        if (c == EOF)
            break;
        if (!grow(line, n, len + 2))
            return -1;
        (*line)[len++] = (char)c;
        if (c == (unsigned char)delim)
            break;
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
