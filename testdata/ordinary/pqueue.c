/* pqueue - schedule jobs by priority with a binary heap in an array.
 *
 * Each line of input:   NAME URGENCY EFFORT
 * Jobs with the highest rank (ten points per urgency, minus the effort)
 * are printed first; equal ranks keep their order of arrival.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_JOBS 64
#define NAME_MAX_LEN 20

struct job {
    char name[NAME_MAX_LEN + 1];
    int rank;
    int serial;
};

static struct job heap[MAX_JOBS];
static int heap_size;

static int before(const struct job *a, const struct job *b)
{
    if (a->rank != b->rank)
        return a->rank > b->rank;
    return a->serial < b->serial;
}

static void swap_jobs(int i, int j)
{
    struct job t = heap[i];

    heap[i] = heap[j];
    heap[j] = t;
}

static int heap_push(const struct job *j)
{
    int i;

    if (heap_size >= MAX_JOBS)
        return -1;
    i = heap_size++;
    heap[i] = *j;
    while (i > 0) {
        int parent = (i - 1) / 2;

        if (!before(&heap[i], &heap[parent]))
            break;
        swap_jobs(i, parent);
        i = parent;
    }
    return 0;
}

static int heap_pop(struct job *out)
{
    int i = 0;

    if (heap_size == 0)
        return -1;
    *out = heap[0];
    heap[0] = heap[--heap_size];
    for (;;) {
        int best = i;
        int l = 2 * i + 1;
        int r = l + 1;

        if (l < heap_size && before(&heap[l], &heap[best]))
            best = l;
        if (r < heap_size && before(&heap[r], &heap[best]))
            best = r;
        if (best == i)
            break;
        swap_jobs(i, best);
        i = best;
    }
    return 0;
}

static int read_field(char **rest, int *out)
{
    char *end;
    long v = strtol(*rest, &end, 10);

    if (end == *rest || v < INT_MIN || v > INT_MAX)
        return -1;
    *out = (int)v;
    *rest = end;
    return 0;
}

/* returns 0 if the line describes a job */
static int parse_job(char *line, struct job *j)
{
    char *rest;
    size_t len;
    int urgency, effort;

    line += strspn(line, " \t");
    len = strcspn(line, " \t\n");
    if (len == 0 || len > NAME_MAX_LEN)
        return -1;
    memcpy(j->name, line, len);
    j->name[len] = '\0';
    rest = line + len;
    if (read_field(&rest, &urgency) < 0 || read_field(&rest, &effort) < 0)
        return -1;
    if (effort < 0 || effort > 1000 || urgency < 0)
        return -1;
    j->rank = urgency * 10 - effort;
    return 0;
}

int main(int argc, char **argv)
{
    char line[128];
    struct job j;
    int serial = 0, limit = MAX_JOBS, n;

    if (argc > 1) {
        char *arg = argv[1];

        if (read_field(&arg, &limit) < 0 || limit < 1 || limit > MAX_JOBS) {
            fprintf(stderr, "pqueue: limit must be 1 to %d\n", MAX_JOBS);
            return 2;
        }
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        memset(&j, 0, sizeof j);
        if (parse_job(line, &j) < 0) {
            fprintf(stderr, "pqueue: skipped: %s", line);
            continue;
        }
        j.serial = serial++;
        if (heap_push(&j) < 0) {
            fprintf(stderr, "pqueue: too many jobs\n");
            return 1;
        }
    }
    for (n = 1; n <= limit && heap_pop(&j) == 0; n++)
        printf("%2d. %-20s %d\n", n, j.name, j.rank);
    if (heap_size > 0)
        printf("(%d more)\n", heap_size);
    return 0;
}
