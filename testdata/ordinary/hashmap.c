/* hashmap - a word/number store with chained buckets.
 * Commands on stdin:  set KEY N | get KEY | del KEY | dump | stats
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NBUCKETS 31
#define KEYLEN   32

struct entry {
    struct entry *next;
    int value;
    char key[KEYLEN];
};

struct map {
    struct entry *bucket[NBUCKETS];
    unsigned long size;
};

static unsigned hash(const char *s)
{
    unsigned h = 5381;

    while (*s)
        h = h * 33u + (unsigned char)*s++;
    return h % NBUCKETS;
}

static void map_init(struct map *m)
{
    int i;

    for (i = 0; i < NBUCKETS; i++)
        m->bucket[i] = NULL;
    m->size = 0;
}

static struct entry *map_find(const struct map *m, const char *key)
{
    struct entry *e;

    for (e = m->bucket[hash(key)]; e != NULL; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e;
    return NULL;
}

/* returns 0 when out of memory or when the key is too long */
static int map_set(struct map *m, const char *key, int value)
{
    struct entry *e = map_find(m, key);
    unsigned h;

    if (e != NULL) {
        e->value = value;
        return 1;
    }
    if (strlen(key) >= KEYLEN)
        return 0;
    e = malloc(sizeof *e);
    if (e == NULL)
        return 0;
    strcpy(e->key, key);
    e->value = value;
    h = hash(key);
    e->next = m->bucket[h];
    m->bucket[h] = e;
    m->size++;
    return 1;
}

static int map_delete(struct map *m, const char *key)
{
    struct entry **link = &m->bucket[hash(key)];

    while (*link != NULL) {
        struct entry *e = *link;
        if (strcmp(e->key, key) == 0) {
            *link = e->next;
            free(e);
            m->size--;
            return 1;
        }
        link = &e->next;
    }
    return 0;
}

static void map_dump(const struct map *m)
{
    const struct entry *e;
    int i;

    for (i = 0; i < NBUCKETS; i++)
        for (e = m->bucket[i]; e != NULL; e = e->next)
            printf("%s = %d\n", e->key, e->value);
}

static void map_stats(const struct map *m)
{
    unsigned long used = 0;
    int i;

    for (i = 0; i < NBUCKETS; i++)
        if (m->bucket[i] != NULL)
            used++;
    printf("%lu keys in %lu buckets", m->size, used);
    if (used > 0)
        printf(", %lu.%lu per bucket", m->size / used,
               m->size % used * 10 / used);
    printf("\n");
}

static void map_free(struct map *m)
{
    int i;

    for (i = 0; i < NBUCKETS; i++) {
        struct entry *e = m->bucket[i];
        while (e != NULL) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
        m->bucket[i] = NULL;
    }
    m->size = 0;
}

int main(void)
{
    struct map m;
    char line[128], cmd[8], key[64];
    int value, got;

    map_init(&m);
    while (fgets(line, sizeof line, stdin)) {
        got = sscanf(line, "%7s %63s %9d", cmd, key, &value);
        if (got < 1)
            continue;
        if (got == 3 && strcmp(cmd, "set") == 0) {
            if (!map_set(&m, key, value))
                printf("cannot store %s\n", key);
        } else if (got == 2 && strcmp(cmd, "get") == 0) {
            const struct entry *e = map_find(&m, key);
            if (e != NULL)
                printf("%d\n", e->value);
            else
                printf("no %s\n", key);
        } else if (got == 2 && strcmp(cmd, "del") == 0) {
            printf(map_delete(&m, key) ? "deleted\n" : "not there\n");
        } else if (got == 1 && strcmp(cmd, "dump") == 0) {
            map_dump(&m);
        } else if (got == 1 && strcmp(cmd, "stats") == 0) {
            map_stats(&m);
        } else {
            printf("?\n");
        }
    }
    map_free(&m);
    return 0;
}
