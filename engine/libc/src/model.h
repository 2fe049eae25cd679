/* What the models share: types, numbers of the platform (Linux, glibc), and the
 * functions one model offers to the others. Included after assay.h. */
#ifndef ASSAY_MODEL_H
#define ASSAY_MODEL_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __builtin_va_list va_list;
typedef unsigned long long u64;

#define va_start __builtin_va_start
#define va_copy __builtin_va_copy
#define va_arg __builtin_va_arg
#define va_end __builtin_va_end

#define NULL ((void *)0)
#define EOF (-1)
#define INT_MAX __INT_MAX__
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
/* The largest block: with 64-bit pointers, what the addresses of a process have room for
 * (47 bits, Linux on x86-64). */
#define MAX_BLOCK ((size_t)PTRDIFF_MAX >> (sizeof(void *) == 8 ? 16 : 0))

#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EFAULT 14
#define EINVAL 22
#define ERANGE 34
#define EILSEQ 84
#define EOVERFLOW 75
/* The largest errno of Linux. */
#define LAST_ERRNO 133

extern int *__errno_location(void);
#define errno (*__errno_location())

/* Sets errno to some error number: which one the environment decides. */
void __model_any_errno(void);

/* Sets errno to some error number if failed (0 or 1, may be unknown). */
void __model_errno_if(int failed);

/* The same; where nothing failed, errno may have changed as well: stdio makes system
 * calls whose failure it gets over, such as the fstat of a closed descriptor. */
void __model_errno_after(int failed);

/* The text of an error, room bytes of it with the NUL at most. */
void __model_error_text(int e, char *buf, size_t room);

/* Contracts. 1: what is done with the text at s may be said instead of computed: it is not known. */
int __model_says(const char *s);
/* The text at s is read up to its end, whatever is done with it. */
void __model_reads_text(const char *s);
/* The length of some beginning of the text at s, which was read. */
size_t __model_some_text(const char *s);
/* What strncmp returns of two texts, whose bytes are compared as of makes them. */
int __model_compared(const char *a, const char *b, size_t max, int (*of)(int));
/* What strrchr returns. */
char *__model_found_last(const char *s, int c);
/* What strstr returns for a text of m > 0 bytes. */
char *__model_found_text(const char *s, size_t m);

/* FILE stays opaque so that linking takes the program's own declaration. */
struct _IO_FILE;
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;

enum { MAX_PUSHED = 16, DIRECT = 1024 };

/* Restrictions on the byte that comes next, not asked for yet. */
enum { NOT_DIGIT = 1, NOT_OCTAL = 2, NOT_HEX = 4, NOT_SPACE = 8 };

/* What a FILE points to. */
struct stream {
    int fd;        /* descriptor; -1 when there is none any more */
    int told;      /* it reads standard input, whose bytes a replay is told */
    int closed;    /* a standard stream after fclose */
    int eof;       /* end-of-file indicator */
    int error;     /* error indicator */
    int wide;      /* oriented to wide characters */
    int bytes;     /* oriented to bytes */
    int used;      /* something was read or written */
    int fails;     /* writing may fail; -1: ask, a replay is told it of stdout */
    int looked;    /* stdio has looked at the next byte, the model has not asked for it */
    int forbidden; /* NOT_…: what the next byte from the environment is not */
    int last;      /* what the last read gave, if it can be put back without room; else EOF */
    int strange;   /* something was put back that was not read there */
    int pushed;    /* characters in front of those of the environment */
    int back[MAX_PUSHED]; /* the last one comes first */
    char *buffer;  /* the program's own buffer */
    size_t room;   /* its size */
    size_t direct; /* fread of so many bytes goes around the buffer, past the end too */
    int seen;      /* how many unmodelled calls the state above knows of */
};

/* The stream behind a FILE, after what unmodelled code may have done to it. Checks the
 * pointer. */
struct stream *__model_stream(FILE *file);
/* The next byte of a stream, 0…255, or EOF. */
int __model_next(struct stream *f);
/* The same for functions that give out wide characters. */
int __model_next_wide(struct stream *f);
/* Puts c (not EOF) in front of the stream; the end-of-file indicator is the caller's. */
void __model_back(struct stream *f, int c);
/* Says that the next byte from the environment is none of what; 1: there was no next one. */
int __model_forbid(struct stream *f, int what);
/* For a contract: bytes were read from a stream, how many ever; 1: the end was among them. */
int __model_read_some(struct stream *f);
/* A number that comes next in a stream that is open-ended, as __assay_input_number has it. */
long __model_number_in(struct stream *f, int bits, const char *conversion);
/* Whether the next byte of the stream is for the environment to choose. */
int __model_open_ended(const struct stream *f);
/* Whether writing to f can fail in this run, 0 or 1. */
int __model_can_fail(struct stream *f);
/* An attempt to write to f was made: whether it failed, and whether that sets the error
 * indicator (0 or 1, may be unknown). */
void __model_wrote(struct stream *f, int failed, int flagged);
/* The same for what is written out of f's buffer, of which the orientation knows nothing. */
void __model_flushed(struct stream *f, int failed, int flagged);
/* Makes f closed. */
void __model_shut(struct stream *f);
/* Makes f a fresh stream on a descriptor. */
void __model_reopen(struct stream *f, int fd);

/* system ignores a signal for a while, and leaves it as it was but for a flag of glibc's. */
void __model_ignored_for_a_while(int sig);

/* Whether read(0) continues the standard input that a replay is told. */
int __model_stdin_told(void);
/* Gets the program's bytes of standard input to read(0): the next one or EOF. */
int __model_stdin_raw(void);
/* Puts back what __model_stdin_raw gave; NOTHING: what the engine says comes next. */
enum { NOTHING = -2 };
void __model_stdin_ahead(int c);

/* A descriptor that was free. */
int __model_new_descriptor(const char *key);
/* A descriptor may be free from now on. */
void __model_descriptor_closed(int fd);

/* What a function that has no model may have done to the state of a model: anything that
 * leaves it consistent. Streams: indicators and orientation changed, input consumed,
 * characters that were put back gone, descriptors closed and opened. Dispositions, masks,
 * variables of the environment: as before or not. */
void __model_unknown_env(void);
void __model_unknown_errno(void);
void __model_unknown_file(void);
void __model_unknown_getopt(void);
void __model_unknown_signal(void);
void __model_unknown_stdlib(void);
void __model_unknown_stream(void);
void __model_unknown_string(void);
void __model_unknown_time(void);
void __model_unknown_zone(void);
void __model_unknown_unistd(void);

#define UNUSED __attribute__((unused))

/* White space of the C locale; c is a byte or EOF. Branch-free. */
UNUSED static inline int is_space(int c) { return (c == ' ') | ((unsigned)c - 9u < 5u); }
UNUSED static inline int is_digit(int c) { return (unsigned)c - '0' < 10u; }
UNUSED static inline int is_octal(int c) { return (unsigned)c - '0' < 8u; }
UNUSED static inline int is_hex(int c) { return is_digit(c) | (((unsigned)c | 32u) - 'a' < 6u); }

/* A number in text, as strtol and its family see it. */
struct number {
    u64 magnitude;    /* modulo 2^64 */
    int overflow;     /* the magnitude has more than 64 bits */
    int negative;
    int digits;       /* there is a number at all */
    size_t length;    /* bytes up to its end; 0 without a number */
};

/* Reads the number at s: base 0, 2…36; binary allows the prefix 0b (C23). */
void __model_number(const char *s, int base, int binary, struct number *n);
/* The value of a number in a signed or unsigned type of `bits` bits, clamped
 * as strtol does; sets errno to ERANGE where it clamps. */
long long __model_signed(const struct number *n, int bits);
u64 __model_unsigned(const struct number *n, int bits);

/* Allocation without the choice of failure; NULL beyond MAX_BLOCK. */
void *__model_alloc(size_t size, int zero);
/* Whether p is where a mapping begins, a block of __assay_alloc that free does not take. */
int __model_is_mapping(const void *p);
/* A block that a library function allocates, under its failure key: by the program's malloc,
 * if it has one of its own. */
void *__model_new(size_t size, const char *key);
/* realloc under the failure key of the calling function. */
void *__model_realloc(void *p, size_t size, const char *key);

/* Checks that n bytes at p can be read, written or not. */
void __model_readable(const void *p, size_t n);

/* Arbitrary bytes from the environment, under a key, one by one. */
void __model_any_bytes(char *p, size_t n, const char *key);

int getpid(void);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);
void *memchr(const void *p, int c, size_t n);
void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
_Noreturn void exit(int status);
_Noreturn void abort(void);

#endif
