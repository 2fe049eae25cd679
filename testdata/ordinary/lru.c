/*
 * lru.c - a least-recently-used cache of integers.
 *
 * usage: lru < script
 *
 * The script starts with the capacity, then has the commands
 *     put KEY VALUE      get KEY      dump      quit
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CAPACITY 64

typedef struct node {
    int key;
    int value;
    unsigned hits;
    struct node *prev, *next;
} node;

typedef struct {
    int capacity, used;
    node *slots;            /* the array the nodes live in */
    node *front, *back;     /* most and least recently used */
} cache;

static int cache_init(cache *c, int capacity)
{
    c->slots = malloc((size_t) capacity * sizeof(node));
    if (!c->slots)
        return 0;
    c->capacity = capacity;
    c->used = 0;
    c->front = c->back = NULL;
    return 1;
}

static void unlink_node(cache *c, node *n)
{
    if (n->prev)
        n->prev->next = n->next;
    else
        c->front = n->next;
    if (n->next)
        n->next->prev = n->prev;
    else
        c->back = n->prev;
}

static void push_front(cache *c, node *n)
{
    n->prev = NULL;
    n->next = c->front;
    if (c->front)
        c->front->prev = n;
    else
        c->back = n;
    c->front = n;
}

static node *lookup(cache *c, int key)
{
    int i;

    for (i = 0; i < c->used; i++)
        if (c->slots[i].key == key)
            return &c->slots[i];
    return NULL;
}

static int cache_get(cache *c, int key, int *value)
{
    node *n = lookup(c, key);

    if (!n)
        return 0;
    n->hits++;
    unlink_node(c, n);
    push_front(c, n);
    *value = n->value;
    return 1;
}

static void cache_put(cache *c, int key, int value)
{
    node *n = lookup(c, key);

    if (n) {
        unlink_node(c, n);
    } else if (c->used < c->capacity) {
        n = &c->slots[c->used++];
    } else {
        n = c->back;
        printf("evict %d\n", n->key);
        unlink_node(c, n);
        n->hits = 0;
    }
    n->key = key;
    n->value = value;
    push_front(c, n);
}

static void cache_dump(const cache *c)
{
    const node *n;

    printf("%d of %d used\n", c->used, c->capacity);
    for (n = c->front; n; n = n->next)
        printf("  %d -> %d (%u hits)\n", n->key, n->value, n->hits);
}

int main(void)
{
    cache c;
    char word[8];
    int capacity, key, value;

    if (scanf("%5d", &capacity) != 1 || capacity < 1 || capacity > MAX_CAPACITY) {
        fprintf(stderr, "lru: the capacity must be 1 to %d\n", MAX_CAPACITY);
        return 1;
    }
    if (!cache_init(&c, capacity)) {
        fprintf(stderr, "lru: out of memory\n");
        return 1;
    }
    while (scanf("%7s", word) == 1) {
        if (strcmp(word, "put") == 0 && scanf("%9d %9d", &key, &value) == 2) {
            cache_put(&c, key, value);
        } else if (strcmp(word, "get") == 0 && scanf("%9d", &key) == 1) {
            if (cache_get(&c, key, &value))
                printf("%d\n", value);
            else
                printf("miss %d\n", key);
        } else if (strcmp(word, "dump") == 0) {
            cache_dump(&c);
        } else if (strcmp(word, "quit") == 0) {
            break;
        } else {
            fprintf(stderr, "lru: bad command '%s'\n", word);
        }
    }
    free(c.slots);
    return 0;
}
