/* What a proof about recursion must not believe. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
void exit(int);
#include <errno.h>
#include <stdlib.h>

static int a[8];

/* The callee changes a variable that its caller sees. */
static int count;

static void change(int n)
{
    count++;
    if (n > 0)
        change(n - 1);
}

static void changes(void)
{
    count = 0;
    change(1);
    if (count == 1)
        __VERIFIER_error(); // @unreachable assertion
    if (count == 2)
        __VERIFIER_error(); // @reachable assertion
}

/* Behind a call of touch its accesses have passed, and no earlier. */
static void touch(int i, int n)
{
    a[i] = 0; // @reachable out-of-bounds
    if (n > 0)
        touch(i, n - 1);
}

static void before(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0)
        return;
    if (__VERIFIER_nondet_int())
        a[i] = 1; // @reachable out-of-bounds
    touch(i, 1);
    a[i] = 2; // @unreachable out-of-bounds
}

/* A callee that does not return to all its callers. */
static void leave(int n)
{
    if (n == 0)
        exit(0);
    if (n == 1)
        return;
    leave(n - 1);
}

static void leaves(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 0) {
        leave(n);
        a[9] = 0; // @unreachable out-of-bounds
    }
    leave(2);
    a[9] = 1; // @reachable out-of-bounds
}

static void never(int n)
{
    while (n)
        never(n);
    exit(1);
}

/* Mutual recursion that changes what the other one reads. */
static int turn;

static void pong(int n);

static void ping(int n)
{
    turn = 1;
    if (n > 0)
        pong(n - 1);
}

static void pong(int n)
{
    turn = 2;
    if (n > 0)
        ping(n - 1);
}

static void rally(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return;
    ping(n);
    if (turn == 2)
        __VERIFIER_error(); // @reachable assertion
    if (turn != 1 && turn != 2)
        __VERIFIER_error(); // @unreachable assertion
}

/* The address of a variable of one activation is passed to the next. */
static int deeper(int *p, int n)
{
    int mine = n;
    *p = 7;
    if (n > 0)
        deeper(&mine, n - 1);
    return mine;
}

static void addresses(void)
{
    int x = 0, r = deeper(&x, 1);
    a[r + 1] = 0; // @unproved out-of-bounds
}

/* Recursion through a pointer that is not the same everywhere. */
static void (*next)(int);

static void up(int n)
{
    count = 1;
    if (n > 0)
        next(n - 1);
}

static void down(int n)
{
    count = 2;
    if (n > 0)
        next(n - 1);
}

static void pointers(void)
{
    next = __VERIFIER_nondet_int() ? up : down;
    up(1);
    if (count == 2)
        __VERIFIER_error(); // @reachable assertion
    if (count == 3)
        __VERIFIER_error(); // @unreachable assertion
}

/* The state of the library changes, too. */
static void fails(int n)
{
    errno = ERANGE;
    if (n > 0)
        fails(n - 1);
}

static void states(void)
{
    errno = 0;
    fails(1);
    if (errno != 0)
        __VERIFIER_error(); // @reachable assertion
}

/* What holds at one call does not at another. */
static void each(int i, int n)
{
    a[i & 15] = 1; // @reachable out-of-bounds
    if (n > 0)
        each(i, n - 1);
}

/* A block that the callee frees, and makes again at the same place. */
static int *block(int n)
{
    int *p = malloc(sizeof *p);
    if (!p)
        exit(1);
    *p = n;
    if (n > 0) {
        free(block(n - 1));
        *p = n; // @unreachable dead-access
    }
    return p;
}

static void blocks(void)
{
    int *p = block(1), *q;
    free(p);
    q = block(0);
    *p = 1; // @reachable dead-access
    *q = 2;
}

/* A block that is freed before it is made again, and a pointer that the callee
 * does not see. */
static int *fresh(int n)
{
    int *p;
    if (n > 0)
        return fresh(n - 1);
    p = malloc(sizeof *p);
    if (!p)
        exit(1);
    return p;
}

static void again(void)
{
    int *p = fresh(0), *q;
    free(p);
    q = fresh(1);
    *p = 1; // @reachable dead-access
    free(q);
}

/* What is not modelled in the recursion, and what may follow it. */
int unknown(int *);

static int asks(int n)
{
    a[n & 7] = 1; // @unreachable out-of-bounds
    if (n > 0)
        asks(n - 1);
    return unknown(a);
}

static void follows(void)
{
    a[1] = 1; // @unreachable out-of-bounds
    asks(3);
    a[2] = 1; // @unproved out-of-bounds
}

/* A copy of the caller's variable is the caller's. */
static int shadow(int n)
{
    int mine = n;
    if (n > 0)
        shadow(n - 1);
    return mine;
}

int main(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0: changes(); break;
    case 1: before(); break;
    case 2: leaves(); break;
    case 3: never(1); a[9] = 2; break; // @unreachable out-of-bounds
    case 4: rally(); break;
    case 5: addresses(); break;
    case 6: pointers(); break;
    case 7: states(); break;
    case 8: each(3, 2); each(9, 0); break;
    case 9: blocks(); break;
    case 10:
        if (shadow(3) != 3)
            __VERIFIER_error(); // @unreachable assertion
        break;
    case 11: again(); break;
    case 12: follows(); break;
    }
    return 0;
}
