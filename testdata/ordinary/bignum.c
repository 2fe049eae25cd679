/* bignum - exact sums and products of large non-negative integers
 *
 * Each input line holds   NUMBER + NUMBER   or   NUMBER * NUMBER.
 */
#include <stdio.h>
#include <string.h>

#define MAX_DIGITS 200

/* least significant digit first; the value zero has len == 1 */
typedef struct {
    int len;
    int digit[MAX_DIGITS];
} big;

static void big_trim(big *b)
{
    while (b->len > 1 && b->digit[b->len - 1] == 0)
        b->len--;
}

static int big_parse(big *b, const char *s)
{
    size_t n = strlen(s), i;

    if (n == 0 || n > MAX_DIGITS)
        return 0;
    for (i = 0; i < n; i++) {
        char c = s[n - 1 - i];
        if (c < '0' || c > '9')
            return 0;
        b->digit[i] = c - '0';
    }
    b->len = (int)n;
    big_trim(b);
    return 1;
}

static void big_print(const big *b)
{
    int i;

    for (i = b->len - 1; i >= 0; i--)
        putchar('0' + b->digit[i]);
    putchar('\n');
}

/* r = a + b; returns 0 if the result does not fit */
static int big_add(big *r, const big *a, const big *b)
{
    int i, carry = 0;
    int n = a->len > b->len ? a->len : b->len;

    for (i = 0; i < n; i++) {
        int s = carry;
        if (i < a->len)
            s += a->digit[i];
        if (i < b->len)
            s += b->digit[i];
        r->digit[i] = s % 10;
        carry = s / 10;
    }
    if (carry) {
        if (n == MAX_DIGITS)
            return 0;
        r->digit[n++] = carry;
    }
    r->len = n;
    return 1;
}

/* r = a * b; returns 0 if the result might not fit */
static int big_mul(big *r, const big *a, const big *b)
{
    int i, j;

    if (a->len + b->len > MAX_DIGITS)
        return 0;
    r->len = a->len + b->len;
    for (i = 0; i < r->len; i++)
        r->digit[i] = 0;
    for (i = 0; i < a->len; i++) {
        int carry = 0;
        for (j = 0; j < b->len; j++) {
            int t = r->digit[i + j] + a->digit[i] * b->digit[j] + carry;
            r->digit[i + j] = t % 10;
            carry = t / 10;
        }
        r->digit[i + b->len] = carry;
    }
    big_trim(r);
    return 1;
}

int main(void)
{
    char line[512], left[256], op[2], right[256], extra[2];
    unsigned long lineno = 0;
    int status = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        big a, b, r;
        int got, ok;

        lineno++;
        got = sscanf(line, "%255s %1s %255s %1s", left, op, right, extra);
        if (got <= 0)
            continue;
        if (got != 3) {
            fprintf(stderr, "line %lu: expected NUMBER OP NUMBER\n", lineno);
            status = 1;
            continue;
        }
        if (!big_parse(&a, left) || !big_parse(&b, right)) {
            fprintf(stderr, "line %lu: bad number\n", lineno);
            status = 1;
            continue;
        }
        if (op[0] == '+') {
            ok = big_add(&r, &a, &b);
        } else if (op[0] == '*') {
            ok = big_mul(&r, &a, &b);
        } else {
            fprintf(stderr, "line %lu: unknown operator '%c'\n", lineno, op[0]);
            status = 1;
            continue;
        }
        if (!ok) {
            fprintf(stderr, "line %lu: result too long\n", lineno);
            status = 1;
            continue;
        }
        big_print(&r);
    }
    return status;
}
