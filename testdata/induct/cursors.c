/* Cursors over tables of structures that a null name ends: what they read is a name or
 * a function, not a part of one and a part of something else. */
#include <stdio.h>
#include <string.h>

struct command {
    const char *name;
    void (*run)(void);
    struct command *next;
};

static void add(void) { puts("+"); }
static void sub(void) { puts("-"); }

static struct command more[] = {{"sub", sub, NULL}, {NULL, NULL, NULL}};
static struct command commands[] = {{"add", add, NULL}, {"sub", sub, more}, {NULL, NULL, NULL}};

static struct command *find(struct command *from, const char *name)
{
    struct command *c;
    for (c = from; c->name; c++) // @unreachable out-of-bounds
        if (!strcmp(c->name, name)) // @unreachable out-of-bounds
            return c;
    return NULL;
}

int main(void)
{
    char line[16];
    struct command *all = commands;

    while (fgets(line, sizeof line, stdin)) {
        struct command *c = find(all, line);
        if (c) {
            c->run(); // @unreachable null-access
            if (c->next)
                all = c->next;
        }
    }
    return 0;
}
