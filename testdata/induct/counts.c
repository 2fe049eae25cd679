/* How many elements of an array have some value. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

/* Brackets: as deep as there are open ones on the stack. */
static char st[8];
static void brackets(void)
{
    int n = 0, depth = 0;
    while (in()) {
        if (n < 8 && in()) {
            st[n++] = '('; // @unreachable index-bound
            depth++; // @unreachable signed-overflow
        } else if (n < 8 && in()) {
            st[n++] = '+'; // @unreachable index-bound
        } else if (depth > 0) {
            while (st[n - 1] != '(') // @unreachable index-bound
                n--;
            n--;
            depth--;
        }
        if (depth == n && n > 5)
            __VERIFIER_error(); // @reachable assertion
    }
}

/* A program in postfix order: operands are there when they are taken. */
struct word { int op; int v; };
static struct word code[8];
static int table[4];
static void postfix(void)
{
    int n = 0, have = 0, i, sp = 0, stack[8];
    while (n < 8 && in()) {
        if (have >= 2 && in()) {
            code[n].op = 1;
            code[n++].v = in();
            have--;
        } else {
            int v = in();
            if (v < 0 || v > 3)
                return;
            code[n].op = 0;
            code[n++].v = v;
            have++;
        }
    }
    if (have != 1)
        return;
    for (i = 0; i < n; i++) {
        if (code[i].op == 1) {
            int b = stack[--sp]; // @unreachable index-bound
            int a = stack[--sp]; // @unreachable index-bound
            stack[sp++] = a ^ b ^ code[i].v; // @unreachable index-bound
        } else {
            stack[sp++] = table[code[i].v]; // @unreachable index-bound
        }
    }
    if (sp > 1)
        __VERIFIER_error(); // @unreachable assertion
    if (n == 7)
        __VERIFIER_error(); // @reachable assertion
}

/* Elements that change after others were counted behind them. */
static int kind[8];
static void overwritten(void)
{
    int n = 0, ones = 0, found = 0, i, k;
    while (n < 8 && in()) {
        if (in()) {
            kind[n++] = 1;
            ones++;
        } else {
            kind[n++] = 2;
        }
    }
    k = in();
    if (k >= 0 && k < n)
        kind[k] = 2;
    for (i = 0; i < n; i++)
        if (kind[i] == 1)
            found++;
    if (found < ones)
        __VERIFIER_error(); // @reachable assertion
}

int main(void)
{
    if (in())
        brackets();
    else if (in())
        postfix();
    else
        overwritten();
    return 0;
}
