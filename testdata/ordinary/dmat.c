/* dmat - column statistics of a table of numbers
 *
 * Reads rows of numbers from stdin (same number of columns in each row),
 * prints mean and deviation of every column and the normalised table.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS 50
#define MAX_COLS 10
#define LIMIT    1e6

typedef struct {
    int rows, cols;
    double a[MAX_ROWS][MAX_COLS];
} table;

static table data;

/* Parse one row into v; returns the number of values or -1. */
static int parse_row(const char *s, double v[MAX_COLS])
{
    int n = 0;

    for (;;) {
        char *end;
        double x;

        while (isspace((unsigned char)*s))
            s++;
        if (*s == '\0')
            return n;
        if (n == MAX_COLS)
            return -1;
        x = strtod(s, &end);
        if (end == s)
            return -1;
        if (!(x >= -LIMIT && x <= LIMIT))   /* also refuses nan */
            return -1;
        v[n++] = x;
        s = end;
    }
}

static int read_table(table *t)
{
    char line[400];
    double v[MAX_COLS];
    int lineno = 0;

    t->rows = t->cols = 0;
    while (fgets(line, sizeof line, stdin) != NULL && lineno < 1000) {
        int n, j;

        lineno++;
        n = parse_row(line, v);
        if (n == 0)
            continue;
        if (n < 0 || (t->rows > 0 && n != t->cols)) {
            fprintf(stderr, "dmat: line %d is bad\n", lineno);
            return 0;
        }
        if (t->rows == MAX_ROWS) {
            fprintf(stderr, "dmat: more than %d rows\n", MAX_ROWS);
            return 0;
        }
        t->cols = n;
        for (j = 0; j < n; j++)
            t->a[t->rows][j] = v[j];
        t->rows++;
    }
    return 1;
}

static double column_mean(const table *t, int j)
{
    double sum = 0.0;
    int i;

    for (i = 0; i < t->rows; i++)
        sum += t->a[i][j];
    return sum / t->rows;
}

static double column_dev(const table *t, int j, double mean)
{
    double sum = 0.0;
    int i;

    if (t->rows < 2)
        return 0.0;
    for (i = 0; i < t->rows; i++) {
        double d = t->a[i][j] - mean;
        sum += d * d;
    }
    return sqrt(sum / (t->rows - 1));
}

static void normalise(table *t, int j, double mean, double dev)
{
    int i;

    for (i = 0; i < t->rows; i++) {
        t->a[i][j] -= mean;
        if (dev > 1e-9)
            t->a[i][j] /= dev;
    }
}

static void print_table(const table *t)
{
    int i, j;

    for (i = 0; i < t->rows; i++) {
        for (j = 0; j < t->cols; j++)
            printf("%10.4f", t->a[i][j]);
        putchar('\n');
    }
}

int main(void)
{
    double means[MAX_COLS], devs[MAX_COLS];
    int j;

    if (!read_table(&data))
        return 1;
    if (data.rows == 0) {
        fputs("dmat: no data\n", stderr);
        return 1;
    }
    for (j = 0; j < data.cols; j++) {
        means[j] = column_mean(&data, j);
        devs[j] = column_dev(&data, j, means[j]);
        normalise(&data, j, means[j], devs[j]);
    }
    printf("mean:\n");
    for (j = 0; j < data.cols; j++)
        printf("%10.4f", means[j]);
    printf("\ndeviation:\n");
    for (j = 0; j < data.cols; j++)
        printf("%10.4f", devs[j]);
    printf("\nnormalised:\n");
    print_table(&data);
    return 0;
}
