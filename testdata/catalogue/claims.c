/* Claims that reach further than what is looked for: those of the lines marked T are true,
 * and no object is left, nothing is accessed, or nothing is undefined. */
#include "catalogue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct box {
    char name[8];
    int count;
};

union either {
    char small[4];
    char large[12];
};

static struct box shelf;
static int sorted[4] = { 1, 2, 3, 4 };
static char rows[3][4], plain[8], before[9] = "abcdefgh";
static int *keeper;

static void member_true(struct box *b)
{
    strcpy(b->name, some() ? "12345678" : "1"); // T member
}

static void member_false(struct box *b)
{
    strcpy(b->name, never() ? "12345678" : "1"); // F member
}

static void object_true(void)
{
    strcpy(shelf.name, some() ? "1234567890123456789" : "1"); // T object
}

static void object_false(void)
{
    strcpy(shelf.name, never() ? "1234567890123456789" : "1"); // F object
}

static void row_true(void)
{
    memset(rows[1], 0, some() ? 5 : 4); // T row
}

static void row_false(void)
{
    memset(rows[1], 0, never() ? 5 : 4); // F row
}

/* The member comes as a pointer, through memory. */
static void alias_true(char **where)
{
    memset(*where, 0, some() ? 9 : 8); // T alias
}

static void alias_false(char **where)
{
    memset(*where, 0, never() ? 9 : 8); // F alias
}

static char walk_true(const char *s)
{
    return s[some() ? 8 : 7]; // T walk
}

static char walk_false(const char *s)
{
    return s[never() ? 8 : 7]; // F walk
}

/* No pointer into a member comes here. */
static void plain_true(char *s)
{
    memset(s, 0, some() ? 9 : 8); // T plain
}

static void plain_false(char *s)
{
    memset(s, 0, never() ? 9 : 8); // F plain
}

static size_t variant_true(union either *u)
{
    memcpy(u->large, some() ? "abcdefg" : "abc", 8);
    return strlen(u->small); // T variant
}

static size_t variant_false(union either *u)
{
    memcpy(u->large, never() ? "abcdefg" : "abc", 8);
    return strlen(u->small); // F variant
}

static void type_true(void)
{
    char bytes[4] __attribute__((aligned(8)));
    ((struct box *)bytes)->name[0] = 1; // T type
}

static int early_true(void)
{
    return memcmp(before, plain, some() ? 9 : 8); // T early
}

static int early_false(void)
{
    return memcmp(before, plain, never() ? 9 : 8); // F early
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static int back_true(void)
{
    int key = 9;
    return bsearch(&key, sorted, some() ? 5 : 4, sizeof key, compare) != NULL; // T back
}

static int back_false(void)
{
    int key = 9;
    return bsearch(&key, sorted, never() ? 5 : 4, sizeof key, compare) != NULL; // F back
}

static int *inner_true(struct box *b, int *n)
{
    if (some())
        b = NULL;
    return *n > 3 ? &b->count : NULL; // T inner
}

static int *inner_false(struct box *b, int *n)
{
    if (never())
        b = NULL;
    return *n > 3 ? &b->count : NULL; // F inner
}

static void used_true(void)
{
    char *p = malloc(4);
    if (some())
        free(p);
    printf("%p\n", (void *)p); // T used
}

static void used_false(void)
{
    char *p = malloc(4);
    if (never())
        free(p);
    printf("%p\n", (void *)p); // F used
}

static void kept_true(int n)
{
    int x = n;
    keeper = &x, sorted[n & 3] = 1; // T kept
}

static int fraction_true(void)
{
    double d = some() ? 1.5 : 1;
    return (int)d; // T fraction
}

static int fraction_false(void)
{
    double d = never() ? 1.5 : 1;
    return (int)d; // F fraction
}

static int wraps_true(unsigned u, int k)
{
    if (k < 0 || k > 99)
        return 0;
    return (u + 7u < 3u) + k; // T wraps
}

static int wraps_false(unsigned u, int k)
{
    if (k < 0 || k > 99 || u > 99)
        return 0;
    return (u + 7u < 3u) + k; // F wraps
}

static void nothing_true(char *to)
{
    const char *s = some() ? NULL : "a";
    strncat(to, s, s == NULL ? 0 : 1); // T nothing
}

static void nothing_false(char *to)
{
    const char *s = never() ? NULL : "a";
    strncat(to, s, s == NULL ? 0 : 1); // F nothing
}

static void store_true(void)
{
    plain[some() ? 8 : 7] = (char)strlen(before); // T store
}

/* The subscript is right, and the call beside it may not be. */
static void beside_true(int k)
{
    char b[8];
    memcpy(b, before, some() ? 9 : 8), sorted[k & 3] = b[0]; // T beside
}

static void beside_false(int k)
{
    char b[8];
    memcpy(b, before, never() ? 9 : 8), sorted[k & 3] = b[0]; // F beside
}

static void pair_true(void)
{
    FILE *f = popen("true", "r");
    if (f != NULL)
        fclose(f); // T pair
}

int main(void)
{
    struct box b = { "", 0 };
    union either u = { "" };
    char to[8] = "", *where = b.name;
    int n = any();
    switch (any()) {
    case 1: member_true(&b); break;
    case 2: member_false(&b); break;
    case 3: object_true(); break;
    case 4: object_false(); break;
    case 5: row_true(); break;
    case 6: row_false(); break;
    case 7: alias_true(&where); break;
    case 8: alias_false(&where); break;
    case 9: return walk_true(b.name);
    case 10: return walk_false(b.name);
    case 11: plain_true(plain); break;
    case 12: plain_false(plain); break;
    case 13: return (int)variant_true(&u);
    case 14: return (int)variant_false(&u);
    case 15: type_true(); break;
    case 16: return early_true();
    case 17: return early_false();
    case 18: return back_true();
    case 19: return back_false();
    case 20: return inner_true(&b, &n) != NULL;
    case 21: return inner_false(&b, &n) != NULL;
    case 22: used_true(); break;
    case 23: used_false(); break;
    case 24: kept_true(n); break;
    case 25: return fraction_true();
    case 26: return fraction_false();
    case 27: return wraps_true((unsigned)n, any());
    case 28: return wraps_false((unsigned)n, any());
    case 29: nothing_true(to); break;
    case 30: nothing_false(to); break;
    case 31: store_true(); break;
    case 32: beside_true(n); break;
    case 33: beside_false(n); break;
    case 34: pair_true(); break;
    }
    return 0;
}
