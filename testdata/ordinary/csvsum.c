/* csvsum: reads a small CSV table of whole numbers from standard input and
 * prints sum, minimum, maximum and mean of every column.  The first line
 * holds the column names; an empty cell is skipped. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLS   16
#define NAME_LEN   20
#define LINE_LEN   512
#define MAX_ROWS   100000
#define MAX_VALUE  1000000000L

typedef struct {
    char name[NAME_LEN];
    long sum;
    long min, max;
    long count;
} Column;

static Column cols[MAX_COLS];
static int    ncols;

/* Cut the next cell off *rest, trim spaces; NULL when there is none. */
static char *next_cell(char **rest)
{
    char *start = *rest, *end;

    if (start == NULL)
        return NULL;
    end = strchr(start, ',');
    if (end != NULL) {
        *end = '\0';
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    while (*start == ' ' || *start == '\t')
        start++;
    return start;
}

static void chomp(char *s)
{
    s[strcspn(s, "\r\n")] = '\0';
}

static int read_header(char *line)
{
    char *cell, *rest = line;

    while ((cell = next_cell(&rest)) != NULL) {
        Column *c;
        if (ncols == MAX_COLS) {
            fprintf(stderr, "csvsum: more than %d columns\n", MAX_COLS);
            return -1;
        }
        c = &cols[ncols++];
        strncpy(c->name, cell, NAME_LEN - 1);
        c->name[NAME_LEN - 1] = '\0';
        c->sum = 0;
        c->count = 0;
        c->min = MAX_VALUE;
        c->max = -MAX_VALUE;
    }
    return 0;
}

static int add_cell(int i, const char *cell, unsigned long lineno)
{
    char *end;
    long v;

    if (*cell == '\0')
        return 0;
    errno = 0;
    v = strtol(cell, &end, 10);
    while (*end == ' ' || *end == '\t')
        end++;
    if (errno != 0 || *end != '\0' || v > MAX_VALUE || v < -MAX_VALUE) {
        fprintf(stderr, "csvsum: line %lu: bad value in column %d\n",
                lineno, i + 1);
        return -1;
    }
    cols[i].sum += v;
    cols[i].count++;
    if (v < cols[i].min)
        cols[i].min = v;
    if (v > cols[i].max)
        cols[i].max = v;
    return 0;
}

static void report(void)
{
    int i;

    printf("%-20s %14s %12s %12s %12s\n", "column", "sum", "min", "max", "mean");
    for (i = 0; i < ncols; i++) {
        long mean = cols[i].sum / cols[i].count;
        printf("%-20s %14ld %12ld %12ld %12ld\n", cols[i].name,
               cols[i].sum, cols[i].min, cols[i].max, mean);
    }
}

int main(void)
{
    char line[LINE_LEN];
    unsigned long lineno = 1;
    int errors = 0;

    if (fgets(line, sizeof line, stdin) == NULL) {
        fprintf(stderr, "csvsum: no input\n");
        return EXIT_FAILURE;
    }
    chomp(line);
    if (read_header(line) != 0)
        return EXIT_FAILURE;

    while (lineno <= MAX_ROWS && fgets(line, sizeof line, stdin) != NULL) {
        char *rest = line, *cell;
        int i = 0;

        lineno++;
        chomp(line);
        if (line[0] == '\0')
            continue;
        while ((cell = next_cell(&rest)) != NULL) {
            if (i >= ncols) {
                fprintf(stderr, "csvsum: line %lu: too many cells\n", lineno);
                errors = 1;
                break;
            }
            if (add_cell(i, cell, lineno) != 0)
                errors = 1;
            i++;
        }
    }
    report();
    return errors ? EXIT_FAILURE : EXIT_SUCCESS;
}
