/* From the random programs: a loop in a turn that is not reached, as far as facts
 * go, where values at its head are built in. What is proved rests on that. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
#define in() (__VERIFIER_nondet_int() & 1)

static int t0[5];
static int t1[4];
static void T(int k) { (void)k; }

int main(void)
{
    int a = 2;
    unsigned b = 2;
    int c = 0;
    int i = 0, j = 0;

    t0[2] = (c | c) & 7;
    for (i = 0; i < 3; i++) {
        c = (c + 2) % 7;
        c = (c + 2) % 4;
        if (b <= a)
            c = 0;
        if (in()) {
            if (c > 0)
                c--;
        } else {
            if (c != 8)
                T(72);
        }
        if (a < a) {
            if (in())
                T(91);
        } else {
            if (a != 2)
                a += 1;
        }
    }
    for (i = 0; i < 3; i++) {
        if (b == b) {
            T(t0[j]); // @unreachable out-of-bounds
            b = t1[a];
        }
        while (c <= c && in()) {
            a = t1[in()]; // @unreachable out-of-bounds
            a = t0[in()]; // @unreachable out-of-bounds
            if (c <= a)
                T(57);
            b = b & 15;
            T(t0[a % 5]);
        }
        c = 2;
        if (a != 4)
            __VERIFIER_error();
    }
    b = a & 1;
    if (c != 9)
        c += 1;
    return 0;
}
