/* What a prover of loops gets wrong easily. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

static int a[16], b[8];

/* A later check proves nothing about an earlier one. */
static void later_check(void)
{
    while (in()) {
        int i = in();
        a[i] = 1; // @reachable out-of-bounds
        b[i] = 1; // @reachable out-of-bounds
        a[i] = 2; // @unreachable out-of-bounds
    }
}

/* The error of a check that passed is given, not forgotten. */
static void given(void)
{
    while (in()) {
        int i = in();
        if (b[i] < 0) // @reachable out-of-bounds
            return;
        if (i > 7)
            __VERIFIER_error(); // @unreachable assertion
    }
}

/* Which object a pointer names is a fact, too. */
static void which_object(void)
{
    int x = 1, y = 1, *p = &x;
    while (in()) {
        if (in())
            p = in() ? &x : &y;
        *p = 2; // @unreachable null-access
        if (y == 2)
            __VERIFIER_error(); // @reachable assertion
        if (x != 1 && x != 2)
            __VERIFIER_error(); // @unreachable assertion
    }
}

static void may_be_null(void)
{
    int x = 0, *p = 0;
    while (in()) {
        if (p)
            *p = 1; // @unreachable null-access
        if (in())
            p = &x;
        *p = 2; // @reachable null-access
    }
}

/* Offsets do not wrap at 32 bits. */
static void far_index(void)
{
    int i = in();
    while (in())
        if (i == 1 << 30)
            a[i] = 1; // @reachable out-of-bounds
}

/* Parameters passed by value are private copies, written or not. */
struct big { int v[6]; int n; };
static int change(struct big s)
{
    s.n = 100;
    return s.v[5]; // @reachable uninitialised-read
}
static void by_value(void)
{
    struct big s;
    s.n = 1;
    while (in()) {
        change(s);
        if (s.n != 1)
            __VERIFIER_error(); // @unreachable assertion
    }
}

/* A bound that holds for the first thousand turns only. */
static void slow(void)
{
    int n = 0, big = 0;
    while (in()) {
        if (++n == 1000000)
            big = 1;
        if (big)
            __VERIFIER_error(); // @reachable assertion
        if (n < 0)
            return;
    }
}

/* Wrapping goes on. */
static void wraps(void)
{
    int i = 1;
    while (i > 0)
        i += 1 << 20;
    __VERIFIER_error(); // @reachable assertion
}

/* Locals of a block are new in each turn. */
static void block_scope(void)
{
    int seen = 0, *keep = 0;
    while (in()) {
        int fresh;
        if (keep && in())
            *keep = 3; // @reachable dead-access
        if (seen)
            in() ? fresh : 0; // @reachable uninitialised-read
        fresh = 1;
        if (fresh != 1)
            __VERIFIER_error(); // @unreachable assertion
        seen = 1;
        keep = &fresh;
    }
}

/* The activation of a later turn is not that of an earlier one. */
static int *leaked;
static void leak_local(void)
{
    int x = 5;
    if (leaked)
        *leaked = 6; // @reachable dead-access
    if (x != 5)
        __VERIFIER_error(); // @unreachable assertion
    leaked = &x;
}

/* What was never written reads as anything. */
static void unwritten(void)
{
    int x;
    while (in())
        if (x == 42) // @reachable uninitialised-read
            __VERIFIER_error(); // @reachable assertion
}

/* Bytes of a number written one by one. */
static void bytes(void)
{
    int v = 0;
    unsigned char *p = (unsigned char *)&v;
    while (in())
        p[in() & 3] = (unsigned char)in(); // @unreachable out-of-bounds
    if (v > 0xffff)
        __VERIFIER_error(); // @reachable assertion
}

/* A byte store cuts the word it hits, wherever. */
static void straddle(void)
{
    struct { int x; int y; } s = {1, 1};
    char *p = (char *)&s;
    unsigned k = (unsigned)in() % 5;
    while (in())
        *(short *)(p + k) = 7;
    if (s.y != 1)
        __VERIFIER_error(); // @reachable assertion
}

/* Freed is freed, whatever came back from malloc before. */
static void heap(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return;
    *p = 1; // @unreachable null-access
    while (in())
        *p += 2; // @unreachable dead-access
    if (*p == 2)
        __VERIFIER_error(); // @unreachable assertion
    free(p);
    if (in())
        *p = 3; // @reachable dead-access
    if (in())
        free(p); // @reachable double-free
}

/* A shift out of range leaves any value. */
static void shifted(void)
{
    while (in()) {
        unsigned k = (unsigned)in(), one = 1;
        if ((one << k) == 3)
            __VERIFIER_error(); // @reachable assertion
        if (k < 32 && (one << k) == 3)
            __VERIFIER_error(); // @unreachable assertion
    }
}

int main(void)
{
    int k;
    switch (in()) {
    case 1: later_check(); break;
    case 2: given(); break;
    case 3: which_object(); break;
    case 4: may_be_null(); break;
    case 5: far_index(); break;
    case 6: by_value(); break;
    case 7: slow(); break;
    case 8: wraps(); break;
    case 9: block_scope(); break;
    case 10: for (k = 0; k < 100 && in(); k++) leak_local(); break;
    case 11: unwritten(); break;
    case 12: bytes(); break;
    case 13: straddle(); break;
    case 14: heap(); break;
    case 15: shifted(); break;
    }
    return 0;
}
