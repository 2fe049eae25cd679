/* Streams: the bytes that come in, one at a time, and what attempts to write
 * leave behind. All of stdio's input stands on __model_next. Standard input is
 * what the engine says, up to an end; what comes behind the end (of a terminal,
 * of a file that grows), behind an error, and from other files is arbitrary. */
#include "assay.h"
#include "model.h"

static struct stream in = {.fd = 0, .told = 1, .fails = 1, .last = EOF, .direct = DIRECT};
static struct stream out = {.fd = 1, .fails = -1, .last = EOF, .direct = DIRECT};
static struct stream err = {.fd = 2, .fails = 1, .last = EOF, .direct = DIRECT};

FILE *stdin = (FILE *)&in, *stdout = (FILE *)&out, *stderr = (FILE *)&err;

static int over;       /* the engine has said all of standard input */
static int buffered;   /* stdio took bytes from descriptor 0, perhaps more than it gave out */
static int unbuffered; /* setvbuf(stdin, …, _IONBF, …) was called in time */
static int held;       /* descriptor 0 was read from: it is open */
static int pending;    /* what stdout holds back may be written when something is read */
static int foreign;    /* how many unmodelled calls there were */

/* What the engine said of standard input and nobody took yet: a byte, EOF, or NOTHING. */
static int ahead = NOTHING;

void __model_unknown_stream(void)
{
    foreign++;
    held = 0;
    pending = 1;
}

/* What unmodelled code leaves of a stream. That it may be closed shows in reads that
 * fail, as any may. */
static void forget(struct stream *f)
{
    int any = (int)__assay_nondet(4, "stream");
    f->eof = any & 1;
    f->error = any >> 1 & 1;
    f->wide = any >> 2 & 1;
    f->bytes = any >> 3 & ~f->wide;
    f->fd = (int)__assay_nondet(31, "stream") - 1;
    f->closed = f->looked = f->forbidden = f->pushed = 0;
    f->used = 1;
    f->last = EOF;
    f->direct = 1;
    f->seen = foreign;
}

struct stream *__model_stream(FILE *file)
{
    struct stream *f = (struct stream *)file;
    if (f->seen != foreign)
        forget(f);
    return f;
}

void __model_shut(struct stream *f)
{
    __model_descriptor_closed(f->fd);
    *f = (struct stream){.fd = -1, .closed = 1, .last = EOF, .fails = 1, .direct = DIRECT, .seen = foreign};
}

void __model_reopen(struct stream *f, int fd)
{
    *f = (struct stream){.fd = fd, .last = EOF, .fails = 1, .direct = DIRECT, .seen = foreign};
}

int __model_stdin_told(void) { return !over && !buffered; }

int __model_stdin_raw(void)
{
    int c = ahead;
    ahead = NOTHING;
    if (c == NOTHING)
        c = __assay_input();
    if (c == EOF)
        over = 1;
    else
        held = 1;
    return c;
}

void __model_stdin_ahead(int c)
{
    ahead = c;
    over = 0;
}

/* The next byte from the environment, without restrictions, or EOF. */
static int fresh(struct stream *f)
{
    if (f->told && !over)
        return __model_stdin_raw();
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

/* Nothing comes: the end, or an error (the usual ones: of a directory, of a descriptor
 * that is closed or does not block), after which reading may go on. */
static int nothing(struct stream *f, int failed)
{
    f->eof = !failed;
    f->error |= failed;
    f->forbidden = 0;
    __model_errno_if(failed);
    return EOF;
}

/* What stdio does before it reads for the first time, or after output: it makes its
 * buffer, and writes out what stdout holds back. */
static void prepare(struct stream *f)
{
    out.error |= pending & (int)__assay_nondet(1, "output");
    pending = 0;
    f->used = 1;
    __model_errno_after(0);
}

static void before_reading(struct stream *f)
{
    if (!f->used || pending)
        prepare(f);
    if (f == &in && !unbuffered)
        buffered = 1;
    if (f->buffer != NULL)
        __assay_any(f->buffer, f->room);
}

/* A byte from the environment, marking the end where it is. */
static int draw(struct stream *f)
{
    before_reading(f);
    int told = f->told && !over, c = fresh(f);
    if (c == EOF && told)
        return nothing(f, (int)__assay_nondet(1, "stdin:error"));
    if (c == EOF)
        return nothing(f, (int)__assay_nondet(1, "read:error"));
    if (f->forbidden != 0) {
        restrict_byte(c, f->forbidden);
        f->forbidden = 0;
    }
    return c;
}

int __model_next_wide(struct stream *f)
{
    f->looked = 0;
    if (f->pushed > 0)
        return f->last = f->back[--f->pushed];
    f->last = EOF;
    if (f->eof)
        return EOF;
    if (f->closed) {
        f->error = 1;
        errno = EBADF;
        return EOF;
    }
    return f->last = draw(f);
}

/* What was put back, and what is known of the next byte, is forgotten. Where that was all
 * that was read, nothing was asked for; of a wide stream, see __model_next. */
int __model_read_some(struct stream *f)
{
    int end = (int)__assay_open(1);
    f->bytes = 1;
    if (f->wide) {
        f->eof &= (int)__assay_open(1); /* something may have been put back */
        return end;
    }
    if (__assay_open(1))
        before_reading(f);
    f->pushed = f->looked = f->forbidden = 0;
    f->last = EOF;
    ahead = NOTHING;
    if (f == &in)
        held |= (int)__assay_open(1);
    if (end)
        nothing(f, (int)__assay_open(1));
    if (f->closed)
        errno = EBADF;
    return end;
}

/* Functions that read bytes get what is left in the buffer of a stream of wide
 * characters, or EOF without an indicator. */
int __model_next(struct stream *f)
{
    f->bytes = 1;
    if (!f->wide)
        return __model_next_wide(f);
    int c = (int)__assay_nondet(9, "file") - 1;
    __assay_assume(c <= 255);
    return c;
}

void __model_back(struct stream *f, int c)
{
    if (f->pushed == MAX_PUSHED)
        __assay_bound("ungetc", MAX_PUSHED);
    f->back[f->pushed++] = c;
    f->looked = 0;
    f->last = EOF;
}

/* White space is one byte here where any amount would do: a restriction that
 * stands is met by a blank in front of the new one. */
int __model_forbid(struct stream *f, int what)
{
    if ((what & NOT_SPACE) != 0 && (f->forbidden & ~NOT_SPACE) != 0) {
        f->forbidden = 0;
        int c = __model_next(f);
        if (c == EOF)
            return 1;
        __assay_assume(c == ' ');
    }
    f->forbidden = what;
    f->looked = 1;
    return 0;
}

/* The number may be out of range, and the look behind it fail: errno. */
long __model_number_in(struct stream *f, int bits, const char *conversion)
{
    before_reading(f);
    __model_errno_after(0);
    f->forbidden = 0;
    if (!f->told || over)
        return __assay_nondet(bits, "file");
    held = 1;
    return __assay_input_number(bits, conversion);
}

int __model_open_ended(const struct stream *f)
{
    return f->pushed == 0 && !f->eof && !f->closed && !f->wide && !(f->told && ahead != NOTHING);
}

int __model_can_fail(struct stream *f)
{
    if (f->fails < 0)
        f->fails = (int)__assay_nondet(1, "stdout:error");
    return f->fails;
}

void __model_flushed(struct stream *f, int failed, int flagged)
{
    f->used = pending = 1;
    if (f->buffer != NULL)
        __assay_any(f->buffer, f->room);
    f->error |= flagged;
    __model_errno_after(failed);
}

/* A stream whose orientation is wide refuses bytes without saying so. */
void __model_wrote(struct stream *f, int failed, int flagged)
{
    f->bytes |= !f->wide;
    if (f->wide) {
        flagged = failed & (int)__assay_nondet(1, "output");
        failed = 0;
    }
    __model_flushed(f, failed, flagged);
}

/* stdio looked ahead where a conversion ended: the indicators show what it saw. */
static struct stream *look(FILE *file)
{
    struct stream *f = __model_stream(file);
    if (f->looked && f->pushed == 0) {
        int c = __model_next(f);
        if (c != EOF)
            __model_back(f, c);
    }
    return f;
}

int feof(FILE *file) { return look(file)->eof; }
int ferror(FILE *file) { return look(file)->error; }

void clearerr(FILE *file)
{
    struct stream *f = look(file);
    f->eof = f->error = 0;
}

int fileno(FILE *file)
{
    struct stream *f = __model_stream(file);
    int none = f->fd < 0;
    errno = (errno & (none - 1)) | (EBADF & -none);
    return f->fd;
}

int feof_unlocked(FILE *f) { return feof(f); }
int ferror_unlocked(FILE *f) { return ferror(f); }
void clearerr_unlocked(FILE *f) { clearerr(f); }
int fileno_unlocked(FILE *f) { return fileno(f); }

/* One thread: a lock is always free. Only the pointer is looked at. */
void flockfile(FILE *f) { __model_stream(f); }
void funlockfile(FILE *f) { __model_stream(f); }
int ftrylockfile(FILE *f)
{
    __model_stream(f);
    return 0;
}

/* A buffer of the program holds any bytes after each read and write. Full buffering
 * is 0, by lines 1, none 2. */
int setvbuf(FILE *file, char *buf, int mode, size_t size)
{
    struct stream *f = __model_stream(file);
    if ((unsigned)mode > 2)
        return EOF;
    if (f->used && __assay_nondet(1, "file:status")) {
        __model_flushed(f, 1, (int)__assay_nondet(1, "output"));
        return EOF;
    }
    __model_errno_after(0); /* it goes back to what was not read yet, where that can be */
    if (mode == 2 || (buf != NULL && size == 0)) {
        f->buffer = NULL;
        f->direct = 1;
    } else if (buf != NULL) {
        if (__assay_room(buf) < size)
            __assay_undecided("a buffer smaller than setvbuf is told");
        f->buffer = buf;
        f->room = f->direct = size;
    }
    if (f == &in && !buffered)
        unbuffered = mode == 2;
    return 0;
}

void setbuf(FILE *f, char *buf) { setvbuf(f, buf, buf == NULL ? 2 : 0, 8192); }
void setbuffer(FILE *f, char *buf, size_t size) { setvbuf(f, buf, buf == NULL ? 2 : 0, size); }
void setlinebuf(FILE *f) { setvbuf(f, NULL, 1, 0); }

int __model_new_descriptor(const char *key)
{
    int fd = (int)__assay_nondet(31, key);
    return fd | (held & (fd == 0));
}

void __model_descriptor_closed(int fd) { held &= fd != 0; }
