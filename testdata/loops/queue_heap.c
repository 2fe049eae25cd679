/* A binary heap in an array: the smallest key comes out first. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define CAP 8

static int heap[CAP];
static int n;

static void insert(int key)
{
    int i = n;
#ifdef BUG
    if (n > CAP)
#else
    if (n == CAP)
#endif
        return;
    n++;
    while (i > 0 && heap[(i - 1) / 2] > key) { // @unreachable out-of-bounds
        heap[i] = heap[(i - 1) / 2]; // @unreachable out-of-bounds unless BUG
        i = (i - 1) / 2;
    }
    heap[i] = key; // @unreachable out-of-bounds unless BUG
}

static int extract(void)
{
    int least = heap[0], key = heap[--n], i = 0; // @unreachable out-of-bounds
    for (;;) {
        int child = 2 * i + 1;
        if (child >= n)
            break;
        if (child + 1 < n && heap[child + 1] < heap[child]) // @unreachable out-of-bounds
            child++;
        if (heap[child] >= key) // @unreachable out-of-bounds
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = key; // @unreachable out-of-bounds
    return least;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            insert(__VERIFIER_nondet_int());
        else if (n > 0)
            extract();
        assert(n >= 0 && n <= CAP); // @unreachable assertion
    }
    return 0;
}
