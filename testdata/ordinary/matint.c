/* Integer matrix calculator.
 * Input: an operation letter, then one or two matrices.
 *   + A B    sum
 *   * A B    product
 *   t A      transpose
 *   d A      determinant (up to 5x5)
 * A matrix is ROWS COLS followed by the elements row by row.
 */
#include <stdio.h>
#include <stdlib.h>

#define N        8
#define ELEM_MAX 99
#define DET_MAX  5

struct matrix {
    int rows, cols;
    int v[N][N];
};

static void fail(const char *why)
{
    fprintf(stderr, "matint: %s\n", why);
    exit(EXIT_FAILURE);
}

static int read_int(void)
{
    int x;

    if (scanf("%9d", &x) != 1)
        fail("number expected");
    return x;
}

static void read_matrix(struct matrix *m)
{
    int i, j, x;

    m->rows = read_int();
    m->cols = read_int();
    if (m->rows < 1 || m->cols < 1 || m->rows > N)
        fail("bad dimensions");
    for (i = 0; i < m->rows; i++) {
        for (j = 0; j < m->cols; j++) {
            x = read_int();
            if (x < -ELEM_MAX || x > ELEM_MAX)
                fail("element out of range");
            m->v[i][j] = x;
        }
    }
}

static void print_matrix(const struct matrix *m)
{
    int i, j;

    for (i = 0; i < m->rows; i++) {
        for (j = 0; j < m->cols; j++)
            printf("%s%6d", j ? " " : "", m->v[i][j]);
        printf("\n");
    }
}

static struct matrix add(const struct matrix *a, const struct matrix *b)
{
    struct matrix r;
    int i, j;

    if (a->rows != b->rows || a->cols != b->cols)
        fail("sizes differ");
    r.rows = a->rows;
    r.cols = a->cols;
    for (i = 0; i < r.rows; i++)
        for (j = 0; j < r.cols; j++)
            r.v[i][j] = a->v[i][j] + b->v[i][j];
    return r;
}

static struct matrix multiply(const struct matrix *a, const struct matrix *b)
{
    struct matrix r;
    int i, j, k;

    if (a->cols != b->rows)
        fail("inner sizes differ");
    r.rows = a->rows;
    r.cols = b->cols;
    for (i = 0; i < r.rows; i++) {
        for (j = 0; j < r.cols; j++) {
            r.v[i][j] = 0;
            for (k = 0; k < a->cols; k++)
                r.v[i][j] += a->v[i][k] * b->v[k][j];
        }
    }
    return r;
}

static struct matrix transpose(const struct matrix *a)
{
    struct matrix r;
    int i, j;

    r.rows = a->cols;
    r.cols = a->rows;
    for (i = 0; i < a->rows; i++)
        for (j = 0; j < a->cols; j++)
            r.v[j][i] = a->v[i][j];
    return r;
}

/* fraction-free elimination */
static long long determinant(const struct matrix *a)
{
    long long w[DET_MAX][DET_MAX];
    long long prev = 1, tmp;
    int n = a->rows, sign = 1;
    int i, j, k, p;

    if (a->rows != a->cols || n > DET_MAX)
        fail("determinant needs a square matrix of at most 5x5");
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            w[i][j] = a->v[i][j];
    for (k = 0; k < n - 1; k++) {
        for (p = k; p < n && w[p][k] == 0; p++)
            ;
        if (p == n)
            return 0;
        if (p != k) {
            for (j = 0; j < n; j++) {
                tmp = w[p][j];
                w[p][j] = w[k][j];
                w[k][j] = tmp;
            }
            sign = -sign;
        }
        for (i = k + 1; i < n; i++)
            for (j = k + 1; j < n; j++)
                w[i][j] = (w[i][j] * w[k][k] - w[i][k] * w[k][j]) / prev;
        prev = w[k][k];
    }
    return sign * w[n - 1][n - 1];
}

int main(void)
{
    struct matrix a, b, r;
    char op;

    if (scanf(" %c", &op) != 1)
        fail("no operation");
    read_matrix(&a);
    switch (op) {
    case '+':
        read_matrix(&b);
        r = add(&a, &b);
        print_matrix(&r);
        break;
    case '*':
        read_matrix(&b);
        r = multiply(&a, &b);
        print_matrix(&r);
        break;
    case 't':
        r = transpose(&a);
        print_matrix(&r);
        break;
    case 'd':
        printf("%lld\n", determinant(&a));
        break;
    default:
        fail("unknown operation");
    }
    return 0;
}
