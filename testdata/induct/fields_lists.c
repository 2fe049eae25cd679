/* Scalars in the headers of texts in a list, and of a table of texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list of texts, each in one block with its link. */
struct name {
    struct name *next;
    size_t length;
    char text[];
};

static struct name *named(struct name *next, const char *s)
{
    size_t n = strlen(s);
    struct name *e = malloc(sizeof *e + n + 1);
    if (e == NULL)
        return next;
    e->next = next;
    e->length = n;
    memcpy(e->text, s, n + 1); // @unreachable out-of-bounds
    return e;
}

static void listed(void)
{
    struct name *all = NULL, *e;
    char word[100];
    size_t longest = 0;
    while (fgets(word, sizeof word, stdin) != NULL)
        all = named(all, word);
    for (e = all; e != NULL; e = e->next) { // @unreachable dead-access
        if (e->length > longest) // @unreachable uninitialised-read
            longest = e->length;
    }
    while (all != NULL) {
        e = all->next;
        free(all); // @unreachable double-free
        all = e;
    }
    printf("%zu\n", longest);
}

/* A table of texts behind its header. */
struct names {
    unsigned n, room;
    char *at[];
};

/* What is in the block is not proved since a realloc may leave it in its place. */
static void words(void)
{
    struct names *t = malloc(sizeof *t + 4 * sizeof *t->at);
    char word[100];
    unsigned i;
    if (t == NULL)
        return;
    t->n = 0;
    t->room = 4;
    while (fgets(word, sizeof word, stdin) != NULL) {
        if (t->n == t->room) {
            unsigned room = t->room * 2;
            struct names *u;
            if (room > 1u << 20 || (u = realloc(t, sizeof *t + room * sizeof *t->at)) == NULL)
                break;
            t = u;
            t->room = room;
        }
        t->at[t->n] = strdup(word); // @unreachable out-of-bounds
        if (t->at[t->n] == NULL)
            break;
        t->n++;
    }
    for (i = 0; i < t->n; i++)
        puts(t->at[i]); // @undecided dead-access
    for (i = 0; i < t->n; i++)
        free(t->at[i]); // @undecided double-free
    free(t);
}

int main(void)
{
    listed();
    words();
    return 0;
}
