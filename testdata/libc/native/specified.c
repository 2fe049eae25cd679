/* Runs models that were made from engine/libc/spec/testdata/shapes.spec: what they
 * return and write is what stands there, and all of it comes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include "native.h"

extern int *model___errno_location(void);
#define model_errno (*model___errno_location())

static long checked, failed;

#define CHECK(cond) \
    do { \
        checked++; \
        if (!(cond) && failed++ < 20) \
            printf("line %d: %s\n", __LINE__, #cond); \
    } while (0)

/* Runs a call on a path of its own; the value is how the path ended, 0 normally. */
#define ENDS(call) (ends_start(setjmp(path_end)) ? ended : ((void)(call), 0))
static int ended;
static int ends_start(int how) { return ended = how; }

enum { RUNS = 20000 };
struct entry { char *name; char **aliases; void *address; struct entry *next; int number; char text[8]; };
typedef struct { int quot, rem; } pair;

extern int model_with_texts(const char *, char *const *, const wchar_t *);
extern int model_any_text(char *, size_t, int);
extern int model_wide_into(wchar_t *, int);
extern char *model_addresses(char *, char **, const char *const *);
extern struct entry *model_entries(const char *);
extern unsigned char model_small(void);
extern _Bool model_truth(void);
extern long model_descend(long, unsigned long);
extern long model_between(long);
extern double model_real(double);
extern pair model_divide(int, int);
extern int model_more(const char *, ...);
extern void model_leave(int);
extern int model_stop_some(int);
extern void model_stop(void);
extern int model_run_away(int);
extern int model_descriptors(int);
extern void model_blocks(void *, const void *, size_t, int, int *);

extern char *model_place(char *, size_t);
extern int model_number(int);
extern int model_only(int);
extern unsigned long model_failing(size_t);
extern struct entry *model_list(void);
extern struct entry *model_first_entry(void);
extern struct entry *model_next_entry(struct entry *);

/* Every value that was seen of a few that are possible. */
static unsigned long seen;
#define SEEN(bit) (seen |= 1ul << (bit))

static void numbers(void)
{
    char *words[] = {"a", "b", NULL};
    seen = 0;
    for (int i = 0; i < RUNS; i++) {
        model_errno = 77;
        volatile int r = 0;
        if (ENDS(r = model_with_texts("four5", words, NULL)))
            continue; /* the value that was drawn is none of them */
        CHECK(r == -1 || r == 0 || r >= 3 && r <= 5);
        CHECK(r == -1 ? model_errno == 4 || model_errno == 11 : model_errno == 77);
        SEEN(r + 1);
    }
    CHECK(seen == (1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6));
    for (int i = 0; i < RUNS; i++) {
        volatile unsigned char r = 0;
        if (!(ENDS(r = model_small())))
            SEEN(r + 10);
        SEEN(20 + model_truth());
        volatile long n = 0;
        if (!(ENDS(n = model_descend(-5, 2)))) {
            CHECK(n >= -1 && n <= 2);
            SEEN(30 + n + 1);
        }
    }
    CHECK(seen >> 30 == 15);
    CHECK(ENDS(model_between(-1)) == UNDECIDED);
    CHECK((seen >> 10 & 1023) == (1 << 1 | 1 << 7 | 1 << 8 | 1 << 9));
    CHECK((seen >> 20 & 3) == 3);
}

static void texts(void)
{
    char buf[8];
    wchar_t wide[4];
    seen = 0;
    for (int i = 0; i < RUNS; i++) {
        memset(buf, 'x', sizeof buf);
        volatile int r = 0;
        if (ENDS(r = model_any_text(buf, 4, 0)))
            continue;
        CHECK(memchr(buf, 0, 4) != NULL);
        CHECK(memcmp(buf + 4, "xxxx", 4) == 0);
        CHECK(r >= 0 && r <= 3);
        SEEN(strlen(buf));
    }
    CHECK(seen == 15);
    memset(wide, 'x', sizeof wide);
    CHECK(ENDS(model_any_text(NULL, 0, 0)) != UNDECIDED); /* 0 - 1 is 0 */
    for (int i = 0; i < RUNS; i++) {
        wide[0] = wide[2] = 'x';
        if (ENDS(model_wide_into(wide, 2)))
            continue;
        CHECK(wide[0] == 0 || wide[1] == 0);
        CHECK(wide[2] == 'x');
    }
    CHECK(ENDS(model_wide_into(wide, -3)) == 0);
}

/* A list of texts in storage of the library's own is filled anew at each call. */
static void texts_again(void)
{
    char *old = NULL;
    seen = 0;
    for (int i = 0; i < 10 * RUNS; i++) {
        struct entry *volatile e = NULL;
        if (ENDS(e = model_list()))
            continue;
        if (e->aliases[0] == NULL)
            continue;
        CHECK(old == NULL || old == e->aliases[0]);
        SEEN(old != NULL);
        old = e->aliases[0];
    }
    CHECK(seen == 3);
}

static void addresses(void)
{
    char text[] = "abc", *end;
    char *first = NULL, *statics[2] = {0, 0};
    seen = 0;
    for (int i = 0; i < RUNS; i++) {
        end = (char *)-7;
        volatile unsigned choices = i % 2;
        start_path("", choices, 1);
        char *volatile r = NULL;
        if (ENDS(r = model_addresses(text, &end, NULL)))
            continue;
        CHECK(end == NULL || end >= text && end <= text + 3);
        if (choices)
            CHECK(r == NULL || r == (char *)-1);
        else
            CHECK(r != NULL && r != (char *)-1);
        SEEN(r == NULL ? 0 : r == (char *)-1 ? 1 : r == text ? 2 : r == text + 1 ? 3 : 4);
    }
    CHECK(seen == 31);
    for (int i = 0; i < RUNS; i++) {
        struct entry *volatile e = NULL;
        if (ENDS(e = model_entries("x")) || e == NULL)
            continue;
        if (first == NULL)
            first = (char *)e;
        statics[i & 1] = (char *)e;
    }
    CHECK(first != NULL && statics[0] != NULL);
    texts_again();
}

static void conditions(void)
{
    char buf[4];
    seen = 0;
    for (int i = 0; i < RUNS; i++) {
        memset(buf, 'x', sizeof buf);
        char *volatile r = NULL;
        if (!(ENDS(r = model_place(buf, 3)))) {
            CHECK(r == NULL || r == buf);
            CHECK(buf[3] == 'x');
            SEEN((buf[1] != 'x') + 2 * (buf[2] != 'x'));
        }
        if (!(ENDS(r = model_place(NULL, 3))))
            CHECK(r == NULL || r[0] == 0 && r[3] == 0);
        volatile unsigned long u = 0;
        if (!(ENDS(u = model_failing(3)))) {
            CHECK(u == -1ul || u <= 3);
            CHECK(model_errno == (u == -1ul ? 5 : 6));
            SEEN(10 + (u == -1ul));
        }
        volatile int n = 0;
        if (!(ENDS(n = model_number(-1))))
            CHECK(n >= 6 && n <= 8);
        if (!(ENDS(n = model_number(1))))
            CHECK(n == 5);
        CHECK(ENDS(n = model_number(0)) == UNDECIDED);
        CHECK(ENDS(n = model_only(0)) == UNDECIDED);
        CHECK(ENDS(n = model_only(1)) == 0);
    }
    CHECK((seen & 11) == 11 && seen >> 10 == 3);
}

static void shared(void)
{
    seen = 0;
    for (int i = 0; i < RUNS; i++) {
        struct entry *volatile a = NULL, *volatile b = NULL;
        if (ENDS(a = model_first_entry()))
            continue;
        CHECK(a->number >= 3 && a->number <= 5);
        CHECK(memchr(a->text, 0, sizeof a->text) != NULL);
        if (ENDS(b = model_next_entry(a)))
            continue;
        CHECK(b == NULL || b == a);
        SEEN(b != NULL);
    }
    CHECK(seen == 3);
}

static void endings(void)
{
    int four = 4;
    struct entry e;
    CHECK(ENDS(model_leave(3)) == EXITED);
    CHECK(ENDS(model_stop_some(1)) == UNDECIDED);
    CHECK(ENDS(model_stop_some(0)) == 0);
    CHECK(ENDS(model_stop()) == UNDECIDED);
    CHECK(ENDS(model_run_away(0)) == EXITED && ENDS(model_run_away(1)) == EXITED);
    for (int i = 0; i < RUNS; i++) {
        int r = model_descriptors(3);
        CHECK(r >= -1);
        volatile double d = model_real(1);
        (void)d;
        pair p = model_divide(7, 2);
        (void)p;
        char what = (char)(i % 2 ? 5 : 6);
        e.number = four;
        volatile int m = 0;
        start_path("", 0, 1);
        if (ENDS(m = i % 2 ? model_more(&what, &e, 9L, "a", "b", NULL) : model_more(&what, 9L, "a", NULL)))
            continue;
        CHECK(m == 9 || m == -1);
        CHECK(i % 2 || e.number == four);
    }
}

int main(void)
{
    start_path("", 0, 1);
    small = 1;
    numbers();
    texts();
    addresses();
    conditions();
    shared();
    endings();
    printf("%ld checks, %ld failed\n", checked, failed);
    return failed != 0;
}
