#include <stdlib.h>
#include <string.h>
typedef unsigned char u8;
struct in { int a[4][6]; int n1; int n16; };
struct out { struct in in; struct in *link; struct in arr[3]; unsigned flag : 3; };
union u { int i; float f; };
static struct out g;
static int grid[3][5];
static union u un;
int rd(void);
static int n;

int nested(struct out *o, int i, int j, int k)
{
    int s = 0;
    s += o->in.a[i][j];
    s += o->link->a[j][i];
    s += o->arr[k].a[i][j];
    s += g.arr[k].n1 + g.arr[2].n16;
    s += grid[i][j];
    s += un.i;
    s += g.in.a[1][2];
    return s;
}

int scopes(int n)
{
    static int calls;
    int x = n;
    calls = calls + 1;
    { int x = rd(); n = x + 1; }
    n = x + 2;
    n = -n;
    n = ~n * 2;
    return n + (x > 3 ? x : n);
}

char *text(char *p, int i)
{
    char *q = p + i;
    *q++ = 'a';
    p[i + 1] = *(q - 1);
    while (*p++)
        ;
    return q;
}

struct pair { int x, y; };
static int sum(struct pair p) { return p.x + p.y; }
int big(struct out o) { return o.in.n1; }
int byval(struct pair *p, struct out *o)
{
    struct pair local = *p;
    int r = sum(*p) + sum(local);
    r += big(*o);
    return r;
}
int logic(int a, int b, int *p)
{
    int r = a && b || p[a];
    if (p && *p > 3 && p[1] / a > 2)
        r++;
    r += (a, b / a);
    return r + (u8)(a + b) + abs(a) + a / b / n + a % n;
}
