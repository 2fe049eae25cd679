/* Descriptors that belong either to the device or to the driver. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define RING 8
#define BUFFER 64

struct descriptor { unsigned length; int busy; };

static struct descriptor ring[RING];
static unsigned char buffer[RING][BUFFER];
static int next_fill, next_done, in_flight;

static void submit(unsigned length)
{
    if (in_flight == RING)
        return;
    struct descriptor *d = &ring[next_fill]; // @unreachable out-of-bounds
#ifdef BUG
    d->length = length > BUFFER && length < 4096 ? BUFFER : length;
#else
    d->length = length > BUFFER ? BUFFER : length;
#endif
    d->busy = 1;
    next_fill = (next_fill + 1) % RING;
    in_flight++;
}

static void complete(void)
{
    struct descriptor *d = &ring[next_done]; // @unreachable out-of-bounds
    if (!d->busy)
        return;
    d->busy = 0;
    if (d->length > 0)
        buffer[next_done][d->length - 1] = 0xff; // @unreachable index-bound unless BUG
    next_done = (next_done + 1) % RING;
    in_flight--;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            submit(__VERIFIER_nondet_uint());
        else
            complete();
        assert(in_flight <= RING); // @unreachable assertion
    }
    return 0;
}
