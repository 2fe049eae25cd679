/* A serial port: bytes come in by interrupt, the program takes lines. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define FIFO 16

static struct {
    unsigned char fifo[FIFO];
    unsigned char in, out, overrun;
} port;

static int level(void) { return (unsigned char)(port.in - port.out); }

static void interrupt(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
#ifdef BUG
    if (level() > FIFO) {
#else
    if (level() >= FIFO) {
#endif
        port.overrun = 1;
        return;
    }
    port.fifo[port.in % FIFO] = c; // @unreachable index-bound
    port.in++;
}

static int take(void)
{
    if (level() == 0)
        return -1;
    return port.fifo[port.out++ % FIFO]; // @unreachable index-bound
}

int main(void)
{
    char line[8];
    int n = 0;

    for (;;) {
        if (__VERIFIER_nondet_int())
            interrupt();
        assert(level() <= FIFO); // @unreachable assertion unless BUG
        if (__VERIFIER_nondet_int())
            continue;
        int c = take();
        if (c == '\n' || n == 8)
            n = 0;
        if (c >= 0)
            line[n++] = (char)c; // @unreachable out-of-bounds
        if (n > 0 && line[0] == 4) // @unreachable uninitialised-read
            return 0;
    }
}
