/*
 * 0/1 knapsack by dynamic programming.
 *
 * Input: the capacity, the number of items, then a weight and a value for
 * each item.  Output: the best value and the items that make it up.
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX_ITEMS  40
#define MAX_CAP    500
#define MAX_VALUE  100000

static int weight[MAX_ITEMS];
static int value[MAX_ITEMS];
static int best[MAX_ITEMS][MAX_CAP + 1];    /* [items considered][capacity] */
static int chosen[MAX_ITEMS];

static int read_int(const char *what, int lo, int hi, int *out)
{
    int v;

    if (scanf("%8d", &v) != 1) {
        fprintf(stderr, "knap: cannot read the %s\n", what);
        return 0;
    }
    if (v < lo || v > hi) {
        fprintf(stderr, "knap: %s %d is not between %d and %d\n",
                what, v, lo, hi);
        return 0;
    }
    *out = v;
    return 1;
}

static void fill(int n, int cap)
{
    int i, c;

    for (c = 0; c <= cap; c++)
        best[0][c] = 0;
    for (i = 1; i <= n; i++) {
        int w = weight[i - 1], v = value[i - 1];

        for (c = 0; c <= cap; c++) {
            best[i][c] = best[i - 1][c];
            if (w <= c && best[i - 1][c - w] + v > best[i][c])
                best[i][c] = best[i - 1][c - w] + v;
        }
    }
}

static int trace_back(int n, int cap)
{
    int i, count = 0;

    for (i = n; i > 0; i--) {
        if (best[i][cap] != best[i - 1][cap]) {
            chosen[count++] = i - 1;
            cap -= weight[i - 1];
        }
    }
    return count;
}

int main(void)
{
    int cap, n, i, count;
    int total_weight = 0;

    if (!read_int("capacity", 0, MAX_CAP, &cap) ||
        !read_int("number of items", 1, MAX_ITEMS, &n))
        return EXIT_FAILURE;

    for (i = 0; i < n; i++) {
        if (!read_int("weight", 1, MAX_CAP, &weight[i]) ||
            !read_int("value", 0, MAX_VALUE, &value[i])) {
            fprintf(stderr, "knap: in item %d\n", i + 1);
            return EXIT_FAILURE;
        }
    }

    fill(n, cap);
    count = trace_back(n, cap);

    printf("best value %d with %d of %d items:\n", best[n][cap], count, n);
    for (i = count - 1; i >= 0; i--) {
        int k = chosen[i];

        printf("  item %2d  weight %3d  value %6d\n",
               k + 1, weight[k], value[k]);
        total_weight += weight[k];
    }
    printf("weight %d of %d\n", total_weight, cap);
    return EXIT_SUCCESS;
}
