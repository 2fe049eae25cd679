/* Functions that call themselves: their entries and returns are cut points. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);

static int a[10];

/* A precondition kept by the recursion, a relation of parameter and result. */
static int sum(int n)
{
    a[n] = 1; // @unreachable out-of-bounds
    if (n <= 0)
        return 0;
    return sum(n - 1) + 1;
}

/* A variable that every activation leaves as it found it. */
static int depth;

static void visit(int n)
{
    depth++;
    if (n > 0 && __VERIFIER_nondet_int())
        visit(n - 1);
    depth--;
}

/* Mutual recursion. */
static int even(int n);

static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

/* A variable of the caller is as it was, whatever the callee does. */
static int keep(int n)
{
    int mine = n & 7, i;
    if (n <= 0)
        return 0;
    for (i = 0; i < mine; i++)
        a[i] = keep(n - 1) & 1; // @unreachable out-of-bounds
    a[mine] = 0; // @unreachable out-of-bounds
    return 1;
}

/* A callee that never returns. */
static int lost(int n)
{
    for (;;)
        if (__VERIFIER_nondet_int())
            lost(n + 1);
    return n;
}

static int g;

static void fill(int *p, int n)
{
    if (n == 0)
        return;
    *p = n & 3;
    fill(p, n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), r, x = 2;
    if (n < 0 || n > 9)
        return 1;
    r = sum(n);
    a[r] = 2; // @unreachable out-of-bounds
    if (r != n)
        __VERIFIER_error(); // @unreachable assertion
    visit(n);
    a[depth] = 3; // @unreachable out-of-bounds
    r = even(n);
    a[r] = 4; // @unreachable out-of-bounds
    g = 5;
    keep(n);
    a[g] = 5; // @unreachable out-of-bounds
    fill(&x, n);
    a[x] = 6; // @unreachable out-of-bounds
    if (__VERIFIER_nondet_int()) {
        lost(0);
        a[n + 10] = 7; // @unreachable out-of-bounds
    }
    a[n + 1] = 8; // @reachable out-of-bounds
    return 0;
}
