/* Loops whose turns depend on input without bound. Each safe access stands
 * beside one that differs by little and fails. */
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

static int ring[8];

static void cursor(void)
{
    int i = 0;
    while (in()) {
        ring[i] = 1; // @unreachable out-of-bounds
        ring[i + 1] = 1; // @reachable out-of-bounds
        i++;
        if (i == 8)
            i = 0;
    }
}

static void queue(void)
{
    int head = 0, count = 0;
    while (in()) {
        if (count < 8) {
            ring[(head + count) % 8] = in(); // @unreachable index-bound
            count++;
        } else {
            head = (head + 1) % 8;
            count--;
        }
        if (in() && count > 0)
            in() ? 100 / count : 0; // @unreachable division-by-zero
        if (in())
            in() ? 100 / (count - 1) : 0; // @reachable division-by-zero
    }
}

static void lock(void)
{
    int locked = 0, old = 0, now = 0;
    do {
        if (locked != 0)
            __VERIFIER_error(); // @unreachable assertion
        locked = 1;
        old = now;
        if (in()) {
            locked = 0;
            now++;
        }
    } while (now != old);
    if (locked == 0)
        __VERIFIER_error(); // @unreachable assertion
    if (locked == 1)
        __VERIFIER_error(); // @reachable assertion
}

static void states(void)
{
    int s = 0, open = 0;
    while (in()) {
        switch (s) {
        case 0: s = in() ? 1 : 0; break;
        case 1: open = 1; s = 2; break;
        case 2:
            if (!open)
                __VERIFIER_error(); // @unreachable assertion
            s = in() ? 2 : 3;
            break;
        case 3:
            if (open)
                __VERIFIER_error(); // @reachable assertion
            open = 0; s = 0; break;
        default:
            __VERIFIER_error(); // @unreachable assertion
        }
    }
}

static void counters(int n)
{
    int a = 0, b = 0, sum = 0, i;
    for (i = 0; i < n && i < 1000; i++) {
        a++;
        if (in())
            b++;
        sum += in() % 10; // @unreachable signed-overflow
    }
    if (b > a)
        __VERIFIER_error(); // @unreachable assertion
    if (a != i)
        __VERIFIER_error(); // @unreachable assertion
    if (a > b)
        __VERIFIER_error(); // @reachable assertion
    for (i = 0; i < n; i++)
        sum += in() % 10; // @reachable signed-overflow
}

static void nested(int n)
{
    static int m[4][5];
    int i, j;
    for (i = 0; i < 4 && i < n; i++)
        for (j = 0; j < 5; j++) {
            if (in())
                continue;
            m[i][j] = 1; // @unreachable index-bound
            m[j][i] = 1; // @reachable index-bound
        }
}

/* Something was counted only where something else was. */
static void density(void)
{
    int i, ones = 0, bytes = 0;
    for (i = 0; i < 48; i++) {
        unsigned char b = (unsigned char)in();
        if (b == 0)
            continue;
        bytes++; // @unreachable signed-overflow
        while (b) {
            ones += b & 1; // @unreachable signed-overflow
            b >>= 1;
        }
    }
    if (ones > 0)
        i = ones / bytes; // @unreachable division-by-zero
    i = 8 / bytes; // @reachable division-by-zero
}

int main(void)
{
    switch (in()) {
    case 1: cursor(); break;
    case 2: queue(); break;
    case 3: lock(); break;
    case 4: states(); break;
    case 5: counters(in()); break;
    case 6: nested(in()); break;
    case 7: density(); break;
    }
    return 0;
}
