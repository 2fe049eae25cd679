/* A queue that is moved to the front of its array when it reaches the end. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define CAP 10

static int item[CAP];

int main(void)
{
    int first = 0, last = 0; /* the queue is item[first..last) */

    while (__VERIFIER_nondet_int()) {
        int job = __VERIFIER_nondet_int();
        if (job == 0) {
            if (first < last)
                job = item[first++]; // @unreachable out-of-bounds
            continue;
        }
        if (last == CAP) {
            if (first == 0)
                continue; /* full */
            int n = last - first;
            for (int i = 0; i < n; i++)
                item[i] = item[first + i]; // @unreachable out-of-bounds
            first = 0;
#ifdef BUG
            last = n + 1;
#else
            last = n;
#endif
        }
        item[last++] = job; // @unreachable out-of-bounds unless BUG
        assert(first <= last); // @unreachable assertion
    }
    return 0;
}
