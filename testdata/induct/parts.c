/* A record of several arrays: how far one is written, and where a text in it ends, says nothing
 * of the next. A heap block has the parts of the type it is used with, though its first array
 * has elements of the size of the fields behind. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

struct record {
    long val[64];
    int nval;
    char name[400];
    int len;
    char rest[200];
};

static int sum(const struct record *r)
{
    int s = 0;
    for (int i = 0; i < r->nval; i++)
        s += r->val[i] > 0; // @unreachable uninitialised-read
    return s + (int)strlen(r->name); // @unreachable uninitialised-read @unreachable out-of-bounds
}

static int copied(const struct record *r)
{
    struct record c = *r;
    int s = c.len > 0 ? c.name[c.len - 1] : 0; // @unreachable uninitialised-read
    if (in())
        s += c.val[c.nval]; // @reachable uninitialised-read
    if (in())
        s += c.rest[10]; // @reachable uninitialised-read
    return s;
}

static int across(struct record *r)
{
    struct record o;
    char *p = (char *)&o;
    if (r->nval == 0)
        return 0;
    memcpy(p, r->val, 8); /* the first element alone */
    o.nval = 1;
    memset(o.name, 0, 10);
    memcpy(o.name + 4, r->rest, 4); /* what was never written, over zeros */
    if (in())
        return (int)o.val[0]; // @unreachable uninitialised-read
    if (in())
        return o.name[3]; // @unreachable uninitialised-read
    if (in())
        return o.name[in() & 7]; // @reachable uninitialised-read
    return (int)o.val[in() & 1]; // @reachable uninitialised-read
}

static int shifted(const struct record *r)
{
    struct record o;
    char *p = (char *)&o;
    memcpy(p, (const char *)r + 4, 900);
    return r->nval > 0 ? p[8 * r->nval - 1] : 0; // @reachable uninitialised-read
}

static int holes(void)
{
    struct record u;
    char bytes[sizeof u];
    memset(u.val, 0, sizeof u.val);
    memset(u.name, 0, sizeof u.name);
    u.len = 0; /* and nval is not set */
    memset(u.rest, 0, sizeof u.rest);
    memcpy(bytes, &u, sizeof u);
    return bytes[513]; // @reachable uninitialised-read
}

static int padding(void)
{
    struct {
        char from[1000];
        char c;
        int x;
        char to[1000];
    } u;
    char bytes[sizeof u];
    memset(u.from, 0, sizeof u.from);
    u.c = 1;
    u.x = 2;
    memset(u.to, 0, sizeof u.to);
    memcpy(bytes, &u, sizeof u);
    if (in())
        return ((char *)&u)[1000 + (in() & 3)]; // @reachable uninitialised-read
    return bytes[1002]; // @reachable uninitialised-read
}

static int ends(void)
{
    static const char one[1];
    struct record u;
    memset(u.name, 'a', sizeof u.name);
    u.len = 0x01010101;
    memset(u.rest, 0, sizeof u.rest);
    return one[strlen(u.name) / 400]; // @reachable out-of-bounds
}

struct stack {
    int at[300];
    int top;
    unsigned char tag[300];
    int tags;
};

static int heap(void)
{
    struct stack *s = malloc(sizeof *s);
    int x = 0;
    if (!s)
        return 0;
    s->top = s->tags = 0;
    while (in()) {
        if (in() && s->top < 300)
            s->at[s->top++] = in();
        if (in() && s->tags < 300)
            s->tag[s->tags++] = 1;
        if (in() && s->top > 0)
            x ^= s->at[--s->top]; // @unreachable uninitialised-read
        if (in() && s->tags > 0)
            x += s->tag[s->tags - 1] & 1; // @unreachable uninitialised-read
    }
    if (in())
        x = s->tag[s->top % 300]; // @reachable uninitialised-read
    free(s);
    return x;
}

int main(void)
{
    struct record r;
    r.nval = r.len = 0;
    r.name[0] = 0;
    while (in()) {
        if (in() && r.nval < 64)
            r.val[r.nval++] = in();
        if (in() && r.len < 399) {
            r.name[r.len++] = 'a';
            r.name[r.len] = 0;
        }
    }
    return sum(&r) + copied(&r) + across(&r) + shifted(&r) + holes() + padding() + ends() + heap();
}
