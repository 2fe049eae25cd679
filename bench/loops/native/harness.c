/* Runs a program of the suite natively, many times, each in a process of its
 * own: on random inputs, or on those of a witness. The program's main is
 * renamed to program_main; a run without error is silent.
 *
 *	harness random FIRST RUNS FAILURES
 *	harness replay FEEDS STDIN [ARGUMENT …]
 *
 * Random runs end after so many that failed. FEEDS holds lines `key value`, in the order in which they are asked for. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern int program_main(int argc, char **argv);

enum { MAXCALLS = 1200, MAXFEEDS = 20000 };

static uint64_t rng;
static int style, calls, replaying, feeds;
static struct { char key[40]; long long value; int used; } feed[MAXFEEDS];

static uint64_t next(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return rng;
}

static int below(int n) { return (int)(next() % (uint64_t)n); }

/* The next answer under a key; *found tells whether the witness has one. */
static long long fed(const char *key, int *found)
{
    for (int i = 0; i < feeds; i++)
        if (!feed[i].used && strcmp(feed[i].key, key) == 0) {
            feed[i].used = *found = 1;
            return feed[i].value;
        }
    *found = 0;
    return 0;
}

/* Loops end at 0: after many calls there is nothing else. */
static int random_int(void)
{
    if (++calls > MAXCALLS)
        exit(0);
    if (calls > MAXCALLS / 2)
        return 0;
    switch (style % 9) {
    case 0: return below(30) != 0;
    case 1: return below(2);
    case 2: return below(8);
    case 3: return below(40) ? 1 + below(5) : 0;
    case 4: return below(40) ? 1 + below(16) : below(3) - 1;
    case 5: return below(3) ? below(4) : (int)next();
    case 7: return below(4) ? 'q' + below(5) : below(3);
    case 6: return below(20) ? (int)(next() & 0x7fffffff) : 0;
    }
    return below(2) ? 1 : below(12) - 1;
}

static long long answer(const char *key)
{
    int found;
    if (!replaying)
        return random_int();
    long long v = fed(key, &found);
    if (!found)
        exit(0);
    return v;
}

int __VERIFIER_nondet_int(void) { return (int)answer("__VERIFIER_nondet_int"); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)answer("__VERIFIER_nondet_uint"); }
char __VERIFIER_nondet_char(void) { return (char)answer("__VERIFIER_nondet_char"); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)answer("__VERIFIER_nondet_uchar"); }

/* Writes are short or fail; the bytes are read, so that a sanitizer looks. */
ssize_t __wrap_write(int fd, const void *buf, size_t n)
{
    volatile unsigned char sum = 0;
    (void)fd;
    for (size_t i = 0; i < n; i++)
        sum ^= ((const unsigned char *)buf)[i];
    if (replaying) {
        int found;
        long long count = fed("write", &found);
        return found ? (ssize_t)count : (ssize_t)n;
    }
    return below(6) ? (ssize_t)(next() % (n + 1)) : -1;
}

void *__real_malloc(size_t n);

void *__wrap_malloc(size_t n)
{
    int found = 0;
    if (replaying ? fed("malloc", &found) == 1 && found : below(12) == 0)
        return NULL;
    return __real_malloc(n);
}

static const char *const alphabets[] = {
    "ab \n", "0123456789", "0123456789 \n", "12+-*p", "/* ab", "([])", "([", ",\n", "a,", "a\"\\", "x ", "   \n",
    "GET /a\n", "9 ", "abcdefghijklmnopqrstuvwxyz ",
};

static char *random_text(size_t n)
{
    const char *a = alphabets[below(sizeof alphabets / sizeof alphabets[0])];
    char *text = __real_malloc(n + 1);
    for (size_t i = 0; i < n; i++)
        text[i] = below(60) ? a[below((int)strlen(a))] : (char)(1 + below(126));
    text[n] = 0;
    return text;
}

static void give_input(char *text, size_t n)
{
    stdin = n ? fmemopen(text, n, "r") : fopen("/dev/null", "r");
}

static int run_random(uint64_t seed)
{
    rng = seed * 0x9e3779b97f4a7c15u + 1;
    next();
    style = (int)(seed % 9);
    size_t n = (size_t)below(below(3) ? 60 : 400);
    give_input(random_text(n), n);
    int argc = 1 + below(4);
    char **argv = __real_malloc((size_t)(argc + 1) * sizeof *argv);
    argv[0] = random_text(3);
    for (int i = 1; i < argc; i++)
        argv[i] = random_text((size_t)below(40));
    argv[argc] = NULL;
    return program_main(argc, argv);
}

static int run_replay(int argc, char **argv)
{
    static char input[1 << 16];
    FILE *f = fopen(argv[0], "r");
    while (f && feeds < MAXFEEDS && fscanf(f, "%39s %lld", feed[feeds].key, &feed[feeds].value) == 2)
        feeds++;
    f = fopen(argv[1], "r");
    size_t n = f ? fread(input, 1, sizeof input, f) : 0;
    replaying = 1;
    give_input(input, n);
    argv[1] = "program";
    for (int i = 2; i < argc; i++)
        argv[i] = strcpy(__real_malloc(strlen(argv[i]) + 1), argv[i]);
    return program_main(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    freopen("/dev/null", "w", stdout);
    if (strcmp(argv[1], "replay") == 0)
        return run_replay(argc - 2, argv + 2);
    long first = atol(argv[2]), runs = atol(argv[3]), failures = atol(argv[4]);
    for (long i = 0; i < runs && failures > 0; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            alarm(5);
            exit(run_random((uint64_t)(first + i)) & 0);
        }
        waitpid(child, &status, 0);
        failures -= status != 0;
        if (WIFSIGNALED(status) && WTERMSIG(status) == 14)
            fprintf(stderr, "harness: seed %ld does not end\n", first + i);
    }
    return 0;
}
