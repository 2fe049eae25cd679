/* Connected components with union-find.
 *
 * The first number is the count of vertices, numbered from 0.  Pairs of
 * vertices follow until the end of the input. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_VERTICES 100000

struct forest {
    int n;
    int sets;
    int *parent;
    int *size;
};

static int forest_init(struct forest *f, int n)
{
    int i;

    f->parent = malloc((size_t) n * sizeof *f->parent);
    f->size = malloc((size_t) n * sizeof *f->size);
    if (f->parent == NULL || f->size == NULL) {
        free(f->parent);
        free(f->size);
        return -1;
    }
    for (i = 0; i < n; i++) {
        f->parent[i] = i;
        f->size[i] = 1;
    }
    f->n = n;
    f->sets = n;
    return 0;
}

static void forest_free(struct forest *f)
{
    free(f->parent);
    free(f->size);
}

static int find(struct forest *f, int v)
{
    while (f->parent[v] != v) {
        f->parent[v] = f->parent[f->parent[v]];
        v = f->parent[v];
    }
    return v;
}

static int unite(struct forest *f, int a, int b)
{
    a = find(f, a);
    b = find(f, b);
    if (a == b)
        return 0;
    if (f->size[a] < f->size[b]) {
        int t = a;
        a = b;
        b = t;
    }
    f->parent[b] = a;
    f->size[a] += f->size[b];
    f->sets--;
    return 1;
}

static void print_sets(struct forest *f)
{
    int i, largest = 0;

    printf("%d component%s\n", f->sets, f->sets == 1 ? "" : "s");
    for (i = 0; i < f->n; i++) {
        if (find(f, i) != i)
            continue;
        printf("  root %d: %d vertices\n", i, f->size[i]);
        if (f->size[i] > largest)
            largest = f->size[i];
    }
    printf("largest component: %d\n", largest);
}

int main(void)
{
    struct forest f;
    int n, a, b, got;
    unsigned long edges = 0, redundant = 0;

    if (scanf("%9d", &n) != 1 || n < 1 || n > MAX_VERTICES) {
        fprintf(stderr, "expected a vertex count from 1 to %d\n", MAX_VERTICES);
        return 1;
    }
    if (forest_init(&f, n) != 0) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }

    while ((got = scanf("%9d %9d", &a, &b)) == 2) {
        if (a >= n || b >= n) {
            fprintf(stderr, "edge %d-%d skipped: no such vertex\n", a, b);
            continue;
        }
        edges++;
        if (!unite(&f, a, b))
            redundant++;
    }
    if (got != EOF)
        fprintf(stderr, "stopped at malformed input\n");

    printf("%lu edges, %lu redundant\n", edges, redundant);
    print_sets(&f);
    forest_free(&f);
    return got == EOF ? 0 : 1;
}
