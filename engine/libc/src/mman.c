/* sys/mman.h: memory that the program alone sees, and its end. A mapping is whole pages,
 * each of which can be accessed. What others may change, what has an address of the
 * program's choice, and parts of a mapping are not described. */
#include "assay.h"
#include "model.h"

enum {
    CAN_READ = 1, CAN_RUN = 4, KIND = 15, PRIVATE = 2, FIXED = 0x100010, ANONYMOUS = 0x20, GROWS = 0x100,
    PAGE = 4096, MAX_MAPPINGS = 64, MOST_OF_FILE = 1 << 16
};

#define FAILED ((void *)-1)

/* The mappings: also what keeps them from being leaks. */
static struct { char *start; size_t size; } mappings[MAX_MAPPINGS];
static int count;

/* free and realloc do not take them. */
int __model_is_mapping(const void *p)
{
    for (int i = 0; i < count; i++)
        if (mappings[i].start == p)
            return 1;
    return 0;
}

static size_t whole_pages(size_t n) { return (n + PAGE - 1) & ~(size_t)(PAGE - 1); }

static void *map(void *address, size_t n, int protection, int flags, int fd, long offset)
{
    (void)address, (void)fd;
    if ((flags & KIND) != PRIVATE)
        __assay_undecided("mmap: memory that other processes change");
    if ((flags & (FIXED | GROWS)) != 0)
        __assay_undecided("mmap: memory at an address of the program's choice");
    if ((protection & CAN_READ) == 0 || (protection & CAN_RUN) != 0)
        __assay_undecided("mmap: memory that cannot be read, or holds code");
    if (n == 0 || n > MAX_BLOCK - PAGE || offset % PAGE != 0 || __assay_choose("mmap")) {
        __model_any_errno();
        return FAILED;
    }
    if (count == MAX_MAPPINGS)
        __assay_bound("mappings", MAX_MAPPINGS);
    size_t size = whole_pages(n);
    char *p = __assay_alloc(size, 1);
    if ((flags & ANONYMOUS) == 0) {
        if (size > MOST_OF_FILE)
            __assay_undecided("mmap: more than 65536 bytes of a file");
        __assay_any(p, size);
    }
    mappings[count].start = p;
    mappings[count++].size = size;
    return p;
}

void *mmap(void *address, size_t n, int protection, int flags, int fd, long offset)
{
    return map(address, n, protection, flags, fd, offset);
}

void *mmap64(void *address, size_t n, int protection, int flags, int fd, long long offset)
{
    return map(address, n, protection, flags, fd, (long)(offset % PAGE));
}

int munmap(void *address, size_t n)
{
    if (n == 0 || __assay_choose("munmap")) {
        __model_any_errno();
        return -1;
    }
    for (int i = 0; i < count; i++)
        if (mappings[i].start == address && mappings[i].size == whole_pages(n)) {
            mappings[i] = mappings[--count];
            __assay_free(address);
            return 0;
        }
    __assay_undecided("munmap: not one whole mapping");
}
