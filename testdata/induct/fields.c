/* Scalars beside arrays that are too large, or of computed size, for cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()
#define LARGE 8196

/* A buffer with the number of its bytes that are in use, in a variable. */
static struct {
    const char *name;
    int used;
    char bytes[LARGE];
} line;

static int put(int c)
{
    if (line.used >= LARGE)
        return 0;
    line.bytes[line.used] = (char)c; // @unreachable out-of-bounds
    line.used++;
    return 1;
}

static void buffered(void)
{
    int c, i, sum = 0;
    line.name = "input";
    while ((c = getchar()) != EOF)
        if (!put(c))
            line.used = 0;
    for (i = 0; i < line.used; i++)
        sum ^= line.bytes[i]; // @unreachable out-of-bounds
    for (i = 0; i <= line.used; i++)
        sum ^= line.bytes[i]; // @reachable out-of-bounds
    if (line.name[0] == 'i') // @unreachable dead-access
        putchar(sum);
}

/* A vector with its header in the same block. */
struct vector {
    unsigned n, room;
    int at[];
};

/* What is written to a field is no end of a text. */
static void ends(void)
{
    struct {
        char text[LARGE];
        int n;
    } s;
    memset(&s, 0, sizeof s);
    memset(s.text, 'a', sizeof s.text);
    s.n = -1;
    if (in()) {
        s.text[100] = 0;
        s.n = 1;
        puts(s.text); // @unreachable uninitialised-read
        return;
    }
    puts(s.text); // @reachable out-of-bounds
}

/* A field that was never written may lie before bytes that were, or behind them. */
static void parts(void)
{
    static struct {
        char bytes[LARGE];
        struct { int first, second; } pair;
    } s, t;
    unsigned n = (unsigned)in() % 1000 + 1, at = (unsigned)in() % sizeof s;
    struct vector *v = malloc(sizeof *v + n * sizeof *v->at);
    if (v == NULL)
        return;
    v->n = n;
    memset(v->at, 0, n * sizeof *v->at);
    if (in())
        putchar(((char *)v)[in() & 7]); // @reachable uninitialised-read
    s.pair.first = (int)n;
    memcpy(&s.pair.second, &v->room, sizeof s.pair.second);
    t.pair.first = (int)n;
    if (in())
        putchar(((char *)&s)[at]); // @reachable uninitialised-read
    putchar(((char *)&t)[at]); // @unreachable uninitialised-read
    free(v);
}

/* What is in the header says nothing of what lies behind. */
static void unwritten(void)
{
    unsigned n = (unsigned)in() % 1000 + 1, i;
    struct vector *v = malloc(sizeof *v + n * sizeof *v->at);
    if (v == NULL)
        return;
    v->n = n;
    v->room = n;
    for (i = 0; i < v->n; i++)
        if (v->at[i]) // @reachable uninitialised-read
            break;
    free(v);
}

/* Writes at unknown places, fills and copies change fields. */
static void changed(void)
{
    static struct {
        int first;
        char bytes[LARGE];
        int last;
    } s, t;
    unsigned at = (unsigned)in() % sizeof s;
    s.first = 1;
    s.last = 2;
    t = s;
    ((char *)&t)[at] = 7;
    if (t.first != 1)
        puts("first"); // @reachable reached
    if (t.last != 2)
        puts("last"); // @reachable reached
    if (s.first != 1 || s.last != 2)
        puts("source"); // @unreachable reached
    t = s;
    if (t.first != 1 || t.last != 2)
        puts("copied"); // @unreachable reached
    memset(&t, 0, sizeof t);
    if (t.first != 0 || t.last != 0)
        puts("filled"); // @unreachable reached
}

int main(void)
{
    buffered();
    if (in())
        ends();
    if (in())
        parts();
    unwritten();
    changed();
    return 0;
}
