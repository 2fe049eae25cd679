/* bitset - set algebra on subsets of 0..255, one command per line
 *
 *   A = 1 5 10-20     define set A (names A to Z)
 *   A | B, A & B, A - B    print union, intersection, difference
 *   A                 print the set
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIVERSE  256
#define WORD_BITS 32
#define WORDS     (UNIVERSE / WORD_BITS)

struct bitset {
    unsigned int w[WORDS];
};

static struct bitset sets[26];

static void bs_clear(struct bitset *s)
{
    memset(s->w, 0, sizeof s->w);
}

static void bs_add(struct bitset *s, int i)
{
    s->w[i / WORD_BITS] |= 1u << (i % WORD_BITS);
}

static int bs_has(const struct bitset *s, int i)
{
    return (s->w[i / WORD_BITS] >> (i % WORD_BITS)) & 1u;
}

static int bs_count(const struct bitset *s)
{
    int i, n = 0;

    for (i = 0; i < WORDS; i++) {
        unsigned int x = s->w[i];
        while (x != 0) {
            x &= x - 1;
            n++;
        }
    }
    return n;
}

static void bs_combine(struct bitset *r, const struct bitset *a,
                       const struct bitset *b, char op)
{
    int i;

    for (i = 0; i < WORDS; i++) {
        switch (op) {
        case '|': r->w[i] = a->w[i] | b->w[i];  break;
        case '&': r->w[i] = a->w[i] & b->w[i];  break;
        default:  r->w[i] = a->w[i] & ~b->w[i]; break;
        }
    }
}

static void bs_print(const struct bitset *s)
{
    int i = 0;
    const char *sep = "";

    printf("{");
    while (i < UNIVERSE) {
        int first = i;

        if (!bs_has(s, i)) {
            i++;
            continue;
        }
        while (i + 1 < UNIVERSE && bs_has(s, i + 1))
            i++;
        if (first == i)
            printf("%s%d", sep, i);
        else
            printf("%s%d-%d", sep, first, i);
        sep = " ";
        i++;
    }
    printf("} %d\n", bs_count(s));
}

static struct bitset *set_named(char c)
{
    static const char names[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *p;

    if (c == '\0' || (p = strchr(names, c)) == NULL)
        return NULL;
    return &sets[p - names];
}

/* parse "3 7 10-12"; returns 0 on a syntax or range error */
static int parse_members(struct bitset *s, const char *p)
{
    char *end;
    long lo, hi;

    bs_clear(s);
    for (;;) {
        p += strspn(p, " \t\n");
        if (*p == '\0')
            return 1;
        lo = hi = strtol(p, &end, 10);
        if (end == p)
            return 0;
        p = end;
        if (*p == '-') {
            p++;
            hi = strtol(p, &end, 10);
            if (end == p)
                return 0;
            p = end;
        }
        if (lo < 0 || hi < lo || hi >= UNIVERSE)
            return 0;
        for (; lo <= hi; lo++)
            bs_add(s, (int)lo);
    }
}

static int command(const char *line)
{
    struct bitset *a, *b, tmp;
    const char *p = line + strspn(line, " \t");
    char op;

    if (*p == '\n' || *p == '\0')
        return 1;
    if ((a = set_named(*p)) == NULL)
        return 0;
    p++;
    p += strspn(p, " \t");
    op = *p;
    if (op == '\n' || op == '\0') {
        bs_print(a);
        return 1;
    }
    p++;
    if (op == '=') {
        if (!parse_members(&tmp, p))
            return 0;
        *a = tmp;
        return 1;
    }
    if (op != '|' && op != '&' && op != '-')
        return 0;
    p += strspn(p, " \t");
    if ((b = set_named(*p)) == NULL)
        return 0;
    bs_combine(&tmp, a, b, op);
    bs_print(&tmp);
    return 1;
}

int main(void)
{
    char line[256];

    while (fgets(line, sizeof line, stdin) != NULL)
        if (!command(line))
            printf("error\n");
    return 0;
}
