/*
 * ini.c - read a configuration file with [sections] from standard input,
 * apply the settings given as arguments and write it out in a tidy form.
 *
 *     ini server.port=8080 user.name=jo < old.ini > new.ini
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 200

struct entry {
    char *key;
    char *value;
    struct entry *next;
};

struct section {
    char *name;
    struct entry *entries;
    struct section *next;
};

static struct section *sections;

static char *copy(const char *s)
{
    size_t n = strlen(s) + 1;
    char *p = malloc(n);

    if (p != NULL)
        memcpy(p, s, n);
    return p;
}

static struct section *get_section(const char *name)
{
    struct section **link = &sections, *s;

    for (; *link != NULL; link = &(*link)->next)
        if (strcmp((*link)->name, name) == 0)
            return *link;
    s = malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    s->name = copy(name);
    if (s->name == NULL) {
        free(s);
        return NULL;
    }
    s->entries = NULL;
    s->next = NULL;
    *link = s;
    return s;
}

/* Returns 0 when there is no memory. */
static int set(struct section *s, const char *key, const char *value)
{
    struct entry **link = &s->entries, *e;
    char *fresh = copy(value);

    if (fresh == NULL)
        return 0;
    for (; *link != NULL; link = &(*link)->next) {
        if (strcmp((*link)->key, key) == 0) {
            free((*link)->value);
            (*link)->value = fresh;
            return 1;
        }
    }
    e = malloc(sizeof *e);
    if (e == NULL || (e->key = copy(key)) == NULL) {
        free(e);
        free(fresh);
        return 0;
    }
    e->value = fresh;
    e->next = NULL;
    *link = e;
    return 1;
}

static char *trim(char *s)
{
    size_t n;

    while (isspace((unsigned char) *s))
        s++;
    n = strlen(s);
    while (n > 0 && isspace((unsigned char) s[n - 1]))
        n--;
    s[n] = '\0';
    return s;
}

static void write_all(void)
{
    const struct section *s;
    const struct entry *e;

    for (s = sections; s != NULL; s = s->next) {
        if (s != sections)
            putchar('\n');
        if (s->name[0] != '\0')
            printf("[%s]\n", s->name);
        for (e = s->entries; e != NULL; e = e->next)
            printf("%s = %s\n", e->key, e->value);
    }
}

static void free_all(void)
{
    while (sections != NULL) {
        struct section *s = sections;

        sections = s->next;
        while (s->entries != NULL) {
            struct entry *e = s->entries;

            s->entries = e->next;
            free(e->key);
            free(e->value);
            free(e);
        }
        free(s->name);
        free(s);
    }
}

static int read_all(void)
{
    char line[MAX_TEXT];
    struct section *current = get_section("");
    unsigned long number = 0;

    if (current == NULL)
        return 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *s = trim(line), *p;

        number++;
        if (*s == '\0' || *s == ';' || *s == '#')
            continue;
        if (*s == '[' && (p = strchr(s, ']')) != NULL) {
            *p = '\0';
            current = get_section(trim(s + 1));
            if (current == NULL)
                return 0;
        } else if ((p = strchr(s, '=')) != NULL && p != s) {
            *p = '\0';
            if (!set(current, trim(s), trim(p + 1)))
                return 0;
        } else {
            fprintf(stderr, "ini: line %lu ignored\n", number);
        }
    }
    return 1;
}

static int apply(const char *setting)
{
    char text[MAX_TEXT], *dot, *eq;
    struct section *s;

    if (strlen(setting) >= sizeof text) {
        fprintf(stderr, "ini: setting too long\n");
        return 1;
    }
    strcpy(text, setting);
    eq = strchr(text, '=');
    if (eq == NULL) {
        fprintf(stderr, "ini: no value in '%s'\n", setting);
        return 1;
    }
    *eq = '\0';
    dot = strchr(text, '.');
    if (dot != NULL)
        *dot = '\0';
    s = get_section(dot != NULL ? text : "");
    return s != NULL && set(s, dot != NULL ? dot + 1 : text, eq + 1);
}

int main(int argc, char **argv)
{
    int i, ok = read_all();

    for (i = 1; ok && i < argc; i++)
        ok = apply(argv[i]);
    if (ok)
        write_all();
    else
        fprintf(stderr, "ini: out of memory\n");
    free_all();
    return ok ? 0 : 1;
}
