/* The difference of the addresses of two objects leads from one to the other. */
extern int __VERIFIER_nondet_int(void);
typedef __UINTPTR_TYPE__ uintptr;
static int x = 1, y = 1, z = 1;
static int cells[4] = {1, 1, 1, 1};

static uintptr between(int *from, int *to) { return (uintptr)to - (uintptr)from; }

int main(void)
{
    int *volatile way[2] = {&x, &y};
    uintptr d = between(&x, &y);
    for (int i = __VERIFIER_nondet_int(); i > 0; i--)
        *(int *)((uintptr)&x + d) = 0;
    if (y == 0)
        return 1 / y; // @reachable division-by-zero
    uintptr back = (uintptr)way[1] - between(&z, &y);
    *(int *)back = 0;
    if (z == 0)
        return 2 / z; // @reachable division-by-zero
    return 0;
}
