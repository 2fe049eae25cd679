/* Streams: the bytes that come in, one at a time. All of stdio's input stands
 * on __model_next. Standard input is what the engine says; other files hold
 * arbitrary bytes. The end of a stream is final: nothing follows it, even
 * after clearerr. */
#include "assay.h"
#include "model.h"

static struct stream in = {0, 0, 0, 0, 0, 0, 0, {0}};
static struct stream out = {1, 0, 0, 0, 0, 0, 0, {0}};
static struct stream err = {2, 0, 0, 0, 0, 0, 0, {0}};

FILE *stdin = (FILE *)&in, *stdout = (FILE *)&out, *stderr = (FILE *)&err;

/* stdio took bytes from the descriptor, perhaps more than it gave out. */
static int buffered;
static int unbuffered; /* setvbuf(stdin, …, _IONBF, …) was called in time */

struct stream *__model_stdin(void) { return &in; }
int __model_stdin_buffered(void) { return buffered && !in.ended; }

/* The next byte from the environment, without restrictions, or EOF. */
static int fresh(struct stream *f)
{
    if (f == &in)
        return __assay_input();
    int c = (int)__assay_nondet(9, "file") - 1;
    __assay_assume(c <= 255);
    return c;
}

static void restrict_byte(int c, int forbidden)
{
    int bad = ((forbidden & NOT_DIGIT) != 0) & is_digit(c);
    bad |= ((forbidden & NOT_OCTAL) != 0) & is_octal(c);
    bad |= ((forbidden & NOT_HEX) != 0) & is_hex(c);
    bad |= ((forbidden & NOT_SPACE) != 0) & is_space(c);
    __assay_assume(!bad);
}

/* A byte from the environment, marking the end where it is. */
static int draw(struct stream *f)
{
    if (f->ended)
        return EOF;
    int c = fresh(f);
    if (c == EOF) {
        f->ended = 1;
        return EOF;
    }
    if (f->forbidden != 0) {
        restrict_byte(c, f->forbidden);
        f->forbidden = 0;
    }
    return c;
}

int __model_next(struct stream *f)
{
    f->looked = 0;
    if (f->pushed > 0)
        return f->back[--f->pushed];
    if (f->eof)
        return EOF;
    if (f == &in && !unbuffered)
        buffered = 1;
    int c = draw(f);
    if (c == EOF)
        f->eof = 1;
    return c;
}

void __model_back(struct stream *f, int c)
{
    if (f->pushed == MAX_PUSHED)
        __assay_bound("ungetc", MAX_PUSHED);
    f->back[f->pushed++] = (unsigned char)c;
    f->looked = 0;
}

/* White space is one byte here where any amount would do: a restriction that
 * stands is met by a blank in front of the new one. */
void __model_forbid(struct stream *f, int what)
{
    if ((what & NOT_SPACE) != 0 && (f->forbidden & ~NOT_SPACE) != 0) {
        f->forbidden = 0;
        int c = __model_next(f);
        if (c == EOF)
            return;
        __assay_assume(c == ' ');
    }
    f->forbidden = what;
    f->looked = 1;
}

int __model_stdin_raw(void)
{
    if (in.pushed > 0)
        return in.back[--in.pushed];
    return draw(&in);
}

/* stdio looked ahead where a conversion ended: the indicator shows the end. */
int feof(FILE *file)
{
    struct stream *f = (struct stream *)file;
    if (f->looked && f->pushed == 0) {
        int c = __model_next(f);
        if (c != EOF)
            __model_back(f, c);
    }
    return f->eof;
}

int ferror(FILE *file) { return ((struct stream *)file)->error; }

void clearerr(FILE *file)
{
    struct stream *f = (struct stream *)file;
    feof(file);
    f->eof = f->error = 0;
}

int fileno(FILE *file)
{
    struct stream *f = (struct stream *)file;
    if (f->fd < 0) {
        f->fd = (int)__assay_nondet(31, "fileno");
        __assay_assume(f->fd > 2);
    }
    return f->fd;
}

int feof_unlocked(FILE *f) { return feof(f); }
int ferror_unlocked(FILE *f) { return ferror(f); }
void clearerr_unlocked(FILE *f) { clearerr(f); }
int fileno_unlocked(FILE *f) { return fileno(f); }

/* One thread: a lock is always free. Only the pointer is looked at. */
void flockfile(FILE *f) { ferror(f); }
void funlockfile(FILE *f) { ferror(f); }
int ftrylockfile(FILE *f)
{
    ferror(f);
    return 0;
}

/* Buffers are not modelled: what is written arrives. _IONBF is 2. */
int setvbuf(FILE *file, char *buf, int mode, size_t size)
{
    (void)buf, (void)size;
    ferror(file);
    if (file == (FILE *)&in && !buffered)
        unbuffered = mode == 2;
    return 0;
}

void setbuf(FILE *f, char *buf) { setvbuf(f, buf, buf == NULL ? 2 : 0, 8192); }
void setbuffer(FILE *f, char *buf, size_t size) { setvbuf(f, buf, buf == NULL ? 2 : 0, size); }
void setlinebuf(FILE *f) { setvbuf(f, NULL, 1, 0); }
