/* A growing arena allocator, driven by a small script on standard input:
 *
 *     SIZE ALIGN     allocate SIZE bytes aligned to ALIGN (a power of two)
 *     0 0            release everything
 *
 * Every block is filled with a pattern when it is handed out and checked
 * again at the end. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE  4096
#define MAX_BLOCK   65536
#define MAX_ALIGN   64
#define MAX_BLOCKS  128

struct chunk {
    struct chunk *next;
    size_t size;
    size_t used;
    unsigned char *data;
};

struct arena {
    struct chunk *chunks;
    size_t total;
};

static struct chunk *chunk_new(size_t size)
{
    struct chunk *c = malloc(sizeof *c);

    c->data = malloc(size);
    if (c->data == NULL) {
        free(c);
        return NULL;
    }
    c->size = size;
    c->used = 0;
    c->next = NULL;
    return c;
}

static size_t padding(const struct chunk *c, size_t align)
{
    uintptr_t at = (uintptr_t) c->data + c->used;
    size_t rest = at % align;

    return rest == 0 ? 0 : align - rest;
}

static void *arena_alloc(struct arena *a, size_t size, size_t align)
{
    struct chunk *c = a->chunks;
    unsigned char *p;
    size_t pad;

    if (c == NULL || padding(c, align) + size > c->size - c->used) {
        size_t want = size + align;

        if (want < CHUNK_SIZE)
            want = CHUNK_SIZE;
        c = chunk_new(want);
        if (c == NULL)
            return NULL;
        c->next = a->chunks;
        a->chunks = c;
    }
    pad = padding(c, align);
    p = c->data + c->used + pad;
    c->used += pad + size;
    a->total += size;
    return p;
}

static void arena_release(struct arena *a)
{
    while (a->chunks != NULL) {
        struct chunk *next = a->chunks->next;

        free(a->chunks->data);
        free(a->chunks);
        a->chunks = next;
    }
    a->total = 0;
}

struct block {
    unsigned char *start;
    size_t size;
};

static struct block blocks[MAX_BLOCKS];
static size_t nblocks;

static unsigned char pattern(size_t i)
{
    return (unsigned char) (0x40 + i % 32);
}

static int verify(void)
{
    size_t i, j;
    int bad = 0;

    for (i = 0; i < nblocks; i++)
        for (j = 0; j < blocks[i].size; j++)
            if (blocks[i].start[j] != pattern(i)) {
                fprintf(stderr, "block %u is damaged\n", (unsigned) i);
                bad = 1;
                break;
            }
    return bad;
}

int main(void)
{
    struct arena a = { NULL, 0 };
    unsigned size, align;
    int bad = 0;

    while (scanf("%8u %8u", &size, &align) == 2) {
        void *p;

        if (size == 0 && align == 0) {
            bad |= verify();
            arena_release(&a);
            nblocks = 0;
            continue;
        }
        if (size == 0 || size > MAX_BLOCK || align == 0 || align > MAX_ALIGN
            || (align & (align - 1)) != 0 || nblocks >= MAX_BLOCKS) {
            fprintf(stderr, "refused: %u bytes aligned to %u\n", size, align);
            continue;
        }
        p = arena_alloc(&a, size, align);
        if (p == NULL) {
            fprintf(stderr, "out of memory\n");
            bad = 1;
            break;
        }
        memset(p, pattern(nblocks), size);
        blocks[nblocks].start = p;
        blocks[nblocks].size = size;
        nblocks++;
        printf("block %u: %u bytes\n", (unsigned) nblocks, size);
    }
    bad |= verify();
    printf("%u blocks, %lu bytes\n", (unsigned) nblocks, (unsigned long) a.total);
    arena_release(&a);
    return bad;
}
