/* stdlib.h: random numbers. Where the seed is known they are those of glibc; where it is
 * not, any, but the same seed gives the same numbers. A proof knows nothing of them: it
 * would have to follow each step of the generators. */
#include "assay.h"
#include "model.h"

enum { WORDS = 31, LAG = 3, MAX_DRAWN = 64 };

/* The state behind srand(1), with which a program starts. */
static unsigned words[WORDS] = {
    2568305073u, 379960547u, 1735697613u, 1040273694u, 1313901226u, 1627687941u,
    4115662359u, 2221633813u, 1780058412u, 2305464239u, 3678992694u, 344556628u,
    939512070u, 3045851036u, 1507946756u, 3482421833u, 154635395u, 1388815473u,
    2368290473u, 525320961u, 3285938622u, 968117788u, 4171517689u, 1284210865u,
    435012392u, 2277460957u, 3383902437u, 3924708123u, 1132637927u, 1398500161u,
    4089365978u,
};
static int front = LAG, rear;

/* What is known of the seed: its number, that it is a number without a known value, or
 * nothing, since unmodelled code may have drawn numbers or set it. */
static enum { KNOWN, GIVEN, LOST } kind;
static unsigned seed = 1;
static int position; /* numbers drawn since */

/* Numbers that were drawn from seeds without a known value. */
static struct { unsigned seed; int position, value; } drawn[MAX_DRAWN];
static int count, before; /* before: of earlier seeds */

/* Behind unmodelled code, or entered elsewhere than at main, nothing is known. */
static int lost(void) { return !__assay_is_known(&kind, sizeof kind) || kind == LOST; }

/* The program's own array for the state: every function here may write to it. */
static char *array;
static size_t array_size;
static char first_array[128];
static int own_state; /* the program has, or had, such an array */

static void touch(void)
{
    if (array != NULL)
        __assay_any(array, array_size);
}

/* What setstate and initstate return: the array that was used before. */
static char *before_that(void) { return array != NULL ? array : first_array; }

char *initstate(unsigned from, char *state, size_t size)
{
    (void)from;
    char *old = before_that();
    touch();
    if (size < 8) {
        errno = EINVAL;
        return NULL;
    }
    own_state = 1;
    array = state;
    array_size = size >= 256 ? 256 : size >= 128 ? 128 : size >= 64 ? 64 : size >= 32 ? 32 : 8;
    touch();
    return old;
}

/* The array tells its size itself: it is one that initstate was given. */
char *setstate(char *state)
{
    char *old = before_that();
    touch();
    __model_readable(state, 4);
    if (__assay_nondet(1, "setstate")) {
        errno = EINVAL;
        return NULL;
    }
    own_state = 1;
    size_t room = __assay_room(state);
    array = state == first_array ? NULL : state;
    array_size = room > 256 ? 256 : room;
    touch();
    return old;
}

/* glibc's additive feedback: each number is the sum of two earlier ones. */
static int next_word(void)
{
    unsigned n = words[front] += words[rear];
    front = front + 1 == WORDS ? 0 : front + 1;
    rear = rear + 1 == WORDS ? 0 : rear + 1;
    return (int)(n >> 1);
}

static void fill_words(unsigned from)
{
    int word = (int)(from == 0 ? 1 : from);
    words[0] = (unsigned)word;
    for (int i = 1; i < WORDS; i++) {
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        word = word < 0 ? word + INT_MAX : word;
        words[i] = (unsigned)word;
    }
    front = LAG;
    rear = 0;
    for (int i = 0; i < 10 * WORDS; i++)
        next_word();
}

void srandom(unsigned from)
{
    touch();
    if (__assay_by_turns())
        return;
    if (own_state)
        return;
    if (lost())
        count = 0;
    seed = from;
    position = 0;
    before = count;
    kind = __assay_is_known(&seed, sizeof seed) ? KNOWN : GIVEN;
    if (kind == KNOWN)
        fill_words(seed);
}

void srand(unsigned from) { srandom(from); }

/* Any number, but the one that the seed gave at this place before. */
static int any_drawn(const char *key)
{
    int value = (int)__assay_nondet(31, key);
    if (lost())
        return value;
    for (int i = 0; i < before; i++)
        if (drawn[i].position == position)
            __assay_assume((drawn[i].seed != seed) | (drawn[i].value == value));
    if (count < MAX_DRAWN) {
        drawn[count].seed = seed;
        drawn[count].position = position;
        drawn[count++].value = value;
    }
    position++;
    return value;
}

/* A replay is told each number. */
static int draw(const char *key)
{
    touch();
    if (own_state) /* what a replay is told is what no run draws */
        return (int)__assay_nondet(31, "initstate");
    if (__assay_by_turns())
        return (int)__assay_nondet(31, key);
    if (lost() || kind != KNOWN)
        return any_drawn(key);
    int value = next_word();
    __assay_assume(__assay_nondet(31, key) == value);
    return value;
}

/* No replay is told what follows from what unmodelled code did. */
static int told(void) { return !__assay_is_known(&kind, sizeof kind) || kind != LOST; }

int rand(void) { return draw(told() ? "rand" : "unknown"); }
long random(void) { return draw(told() ? "random" : "unknown"); }

int rand_r(unsigned *state)
{
    unsigned n = *state, value;
    if (__assay_by_turns()) {
        *state = (unsigned)__assay_nondet(32, "rand_r");
        return (int)__assay_nondet(31, "rand_r");
    }
    n = n * 1103515245 + 12345;
    value = n / 65536 % 2048;
    n = n * 1103515245 + 12345;
    value = value << 10 ^ n / 65536 % 1024;
    n = n * 1103515245 + 12345;
    *state = n;
    return (int)(value << 10 ^ n / 65536 % 1024);
}

/* The 48-bit generator. Its parameters are as lcong48 left them. */
static struct { unsigned short x[3]; } last;
static u64 factor = 0x5DEECE66D, summand = 0xB;

enum { SRAND48_LOW = 0x330E };

/* Unmodelled code may have drawn numbers. */
static int last_doubted;

static u64 of_words(const unsigned short x[3]) { return x[0] | (u64)x[1] << 16 | (u64)x[2] << 32; }

static void to_words(u64 n, unsigned short x[3])
{
    x[0] = (unsigned short)n;
    x[1] = (unsigned short)(n >> 16);
    x[2] = (unsigned short)(n >> 32);
}

static u64 step(unsigned short x[3], const char *key)
{
    u64 n;
    if (__assay_by_turns())
        n = (u64)__assay_nondet(24, key) << 24 | (u64)__assay_nondet(24, key);
    else
        n = (of_words(x) * factor + summand) & (((u64)1 << 48) - 1);
    to_words(n, x);
    return n;
}

static double fraction(u64 n) { return (double)n / (double)((u64)1 << 48); }

static u64 step_last(const char *key)
{
    if (last_doubted)
        to_words((u64)__assay_nondet(24, "unknown") << 24 | (u64)__assay_nondet(24, "unknown"), last.x);
    last_doubted = 0;
    return step(last.x, key);
}

double drand48(void) { return fraction(step_last("drand48")); }
double erand48(unsigned short x[3]) { return fraction(step(x, "erand48")); }
long lrand48(void) { return (long)(step_last("lrand48") >> 17); }
long nrand48(unsigned short x[3]) { return (long)(step(x, "nrand48") >> 17); }
long mrand48(void) { return (int)(step_last("mrand48") >> 16); }
long jrand48(unsigned short x[3]) { return (int)(step(x, "jrand48") >> 16); }

static void seeded(void)
{
    last_doubted = 0;
    factor = 0x5DEECE66D;
    summand = 0xB;
}

void srand48(long from)
{
    to_words((u64)(unsigned)from << 16 | SRAND48_LOW, last.x);
    seeded();
}

unsigned short *seed48(unsigned short x[3])
{
    static unsigned short old[3];
    u64 n = of_words(x);
    to_words(of_words(last.x), old);
    to_words(n, last.x);
    seeded();
    return old;
}

void lcong48(unsigned short p[7])
{
    to_words(of_words(p), last.x);
    last_doubted = 0;
    factor = of_words(p + 3);
    summand = p[6];
}

unsigned arc4random(void) { return (unsigned)__assay_nondet(32, "arc4random"); }
void arc4random_buf(void *p, size_t n) { __assay_any(p, n); }

unsigned arc4random_uniform(unsigned limit)
{
    unsigned n = arc4random();
    __assay_assume(limit == 0 ? n == 0 : n < limit);
    return n;
}

void __model_unknown_stdlib(void)
{
    kind = LOST;
    last_doubted = 1;
}
