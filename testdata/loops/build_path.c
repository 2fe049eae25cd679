/* A path that directories are pushed to and popped from. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define MAX 16

static char path[MAX + 1];

int main(void)
{
    int len = 0, depth = 0;

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int n = __VERIFIER_nondet_int() & 7;
#ifdef BUG
            if (len + n > MAX)
#else
            if (len + n + 1 > MAX)
#endif
                continue;
            path[len++] = '/'; // @unreachable out-of-bounds
            for (int i = 0; i < n; i++)
                path[len++] = 'a'; // @unreachable out-of-bounds
            depth++;
        } else {
            while (len > 0 && path[len - 1] != '/') // @unreachable out-of-bounds
                len--;
            if (len > 0) {
                len--;
                depth--;
            }
        }
        path[len] = 0; // @unreachable out-of-bounds unless BUG
        assert(len >= 0 && len <= MAX); // @unreachable assertion
    }
    assert(depth <= MAX); // @unreachable assertion
    return 0;
}
