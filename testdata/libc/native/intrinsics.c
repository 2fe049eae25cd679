/* The intrinsics of assay.h for native runs of the models: one path at a time,
 * which choices it takes told by the driver. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include "assay.h"
#include "model.h"
#undef errno
#include "native.h"

jmp_buf path_end;
static const char *text; /* standard input */
static unsigned answers; /* to __assay_choose, lowest bit first */
static int know;         /* what __assay_is_known says of numbers; 2: loops go by turns */
static u64 dice = 1;
int extreme = -1;
int small;

const char *later;  /* what comes behind the text, GAP where nothing does */
const char *events; /* for each time that nothing comes: whether it is an error */

extern FILE *model_stdin;
extern void model___model_reopen(struct stream *f, int fd), model___model_stdin_ahead(int c);
extern int *model___errno_location(void);

void start_path(const char *input, unsigned choices, int known)
{
    struct stream *f = (struct stream *)model_stdin;
    model___model_reopen(f, 0);
    f->told = 1;
    model___model_stdin_ahead(NOTHING);
    later = events = "";
    *model___errno_location() = 0;
    text = input;
    answers = choices;
    know = known;
}

static u64 roll(void) { return dice = dice * 6364136223846793005u + 1442695040888963407u; }

int __assay_choose(const char *key)
{
    int a = answers & 1;
    (void)key;
    answers >>= 1;
    return a;
}

int will_draw;

long __assay_nondet(int bits, const char *key)
{
    if (strcmp(key, "rand") == 0)
        return will_draw;
    if (extreme >= 0 && strcmp(key, "printf") == 0)
        return extreme ? (1L << bits) - 1 : 0;
    if (strcmp(key, "stdin:error") == 0 || strcmp(key, "read:error") == 0)
        return *events != 0 && *events++ == 'e';
    if (strcmp(key, "errno") == 0)
        return 0;
    if (strcmp(key, "file") == 0 && *later == GAP)
        return later++, 0;
    if (strcmp(key, "file") == 0)
        return *later == 0 ? 0 : (unsigned char)*later++ + 1;
    if (small && bits > 8)
        return (long)((roll() >> 60) - 2) & (long)(~(u64)0 >> (64 - bits));
    return (long)(roll() >> (64 - bits));
}

int __assay_input(void) { return *text == 0 ? -1 : (unsigned char)*text++; }

/* The number that stands there; a path on which none does is infeasible. */
long __assay_input_number(int bits, const char *conversion)
{
    int base = *conversion == 'o' ? 8 : *conversion == 'x' ? 16 : 10;
    char *end;
    long v = *conversion == 'd' ? strtol(text, &end, base) : (long)strtoul(text, &end, base);
    if (end == text)
        longjmp(path_end, INFEASIBLE);
    if (base == 16 && end[-1] == '0' && (*end | 32) == 'x' && (end - 1 == text || !is_digit(end[-2])))
        end++; /* glibc up to 2.40 takes a prefix without digits for a number */
    text = end;
    if (bits == 64)
        return v;
    v &= (1L << bits) - 1;
    return *conversion == 'd' && v >> (bits - 1) ? v - (1L << bits) : v;
}

void __assay_assume(int cond)
{
    if (!cond)
        longjmp(path_end, INFEASIBLE);
}

/* Blocks remember their size in front. */
void *__assay_alloc(assay_size size, int zero)
{
    char *p = malloc(size + 16);
    memcpy(p, &size, sizeof size);
    memset(p + 16, zero ? 0 : 0xaa, size);
    return p + 16;
}

void __assay_free(void *p) { free((char *)p - 16); }
void __assay_replace(void *p, const void *by)
{
    (void)by;
    __assay_free(p);
}

assay_size __assay_room(const void *p)
{
    assay_size n;
    memcpy(&n, (const char *)p - 16, sizeof n);
    return n;
}

int __assay_peek(const char *p, assay_size i) { return (unsigned char)p[i]; }
void __assay_check_string(const char *p, assay_size max) { (void)strnlen(p, max); }
void __assay_expect_text(const char *p, int argument) { (void)p, (void)argument; } /* no error of a run */
void __assay_copy(void *dst, const void *src, assay_size n, int apart)
{
    if (apart && n > 0 && (char *)dst < (const char *)src + n && (const char *)src < (char *)dst + n)
        longjmp(path_end, FAILED);
    memmove(dst, src, n);
}
int __assay_same(const void *p, const void *q) { return p != q || p == q; } /* one address space */
void __assay_fill(void *dst, int byte, assay_size n) { memset(dst, byte, n); }
void __assay_any(void *p, assay_size n)
{
    for (assay_size i = 0; i < n; i++)
        ((char *)p)[i] = (char)(roll() >> 56);
}
static const void *had = &had; /* by the library: what __assay_keep was told last */
void __assay_keep(const void *p) { had = p; }
void __assay_private(void *p) { (void)p; }
void *__assay_kept(void) { return (void *)had; }
void __assay_call_back(const void *f) { (void)f; }
void __assay_concurrently(const void *f, const void *arg) { (void)f, (void)arg; }
void __assay_unknown(void) { }
void __assay_destructors(void) { }
void __assay_late_destructors(void) { }
char *__assay_text(int i, int most) { return NULL; }
int __assay_own(const char *name) { return name == NULL; }
int __assay_by_turns(void) { return know == 2; }

/* Models compute here. */
int __assay_contract(void) { return 0; }
long __assay_open(int bits) { abort(); }
assay_size __assay_length(const char *s) { abort(); }
void __assay_in_text(const char *s, assay_size n) { abort(); }

int __assay_reorder(char **words) { return 0; }
int __assay_is_known(const void *p, assay_size n)
{
    (void)p;
    return know || n != sizeof(unsigned);
}
_Noreturn void __assay_exit(int status)
{
    (void)status;
    longjmp(path_end, EXITED);
}
_Noreturn void __assay_abort(void) { longjmp(path_end, EXITED); }
void __assay_fail(const char *cls)
{
    (void)cls;
    longjmp(path_end, FAILED);
}
_Noreturn void __assay_undecided(const char *why)
{
    (void)why;
    longjmp(path_end, UNDECIDED);
}
_Noreturn void __assay_bound(const char *kind, long limit)
{
    (void)kind, (void)limit;
    longjmp(path_end, UNDECIDED);
}
int __assay_uses(const char *name, int set) { return 0; }
void *__assay_named(void) { return __assay_kept(); }
