/* The reader of a stream never overtakes its writer, nor falls far behind. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int written = 0, read = 0;

    while (written < 100000) {
        if (__VERIFIER_nondet_int()) {
            if (written - read < 16)
                written++;
            else
#ifdef BUG
                read += 17;
#else
                read += 8;
#endif
        } else if (read < written) {
            read++;
        }
        assert(read <= written); // @unreachable assertion unless BUG
        assert(written - read <= 16); // @unreachable assertion
    }
    return 0;
}
