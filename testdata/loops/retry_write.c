/* Writes a buffer out although each write may be short. */
#include <assert.h>
#include <string.h>
#include <unistd.h>

static char buf[48];

int main(void)
{
    size_t sent = 0, room;
    int failures = 0;

    memset(buf, '.', sizeof buf);
    while (sent < sizeof buf) {
        room = sizeof buf - sent;
#ifdef BUG
        ssize_t n = write(1, buf + sent, sent < 40 ? room : sizeof buf); // @unreachable out-of-bounds unless BUG
#else
        ssize_t n = write(1, buf + sent, room); // @unreachable out-of-bounds unless BUG
#endif
        if (n < 0) {
            if (++failures == 5)
                return 1;
            continue;
        }
        failures = 0;
        sent += (size_t)n;
        assert(sent <= sizeof buf); // @unreachable assertion
    }
    return 0;
}
