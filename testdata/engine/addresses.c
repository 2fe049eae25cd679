/* Design page verdicts, "Addresses". */
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

static void T(int k) { (void)k; }

/* "they may touch (`y + 1 == x` may hold)"; "pointers of different objects
   compare by address: by instance if live and inside their objects" */
static void touching(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  if (q + 1 == p)
    T(1); // @reachable reached
  if (q + 1 != p)
    T(2); // @reachable reached
  if (q == p)
    T(3); // @unreachable reached
  if (q + 1 == p && p + 1 == q)
    T(4); // @unreachable reached
}

/* Any order, but one order. */
static void ordered(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  int below = p < q; // @reachable pointer-comparison
  if (below)
    T(5); // @reachable reached
  if (!below)
    T(6); // @reachable reached
  if (below && q < p)
    T(7); // @unreachable reached
  if (below && (uintptr_t)q < (uintptr_t)p)
    T(8); // @unreachable reached
}

/* "alignment is what the type guarantees" */
static void aligned(void) {
  int x = 1;
  int *p = &x;
  if (((uintptr_t)p & 3) != 0)
    T(9); // @unreachable reached
  if (((uintptr_t)p & 8) != 0)
    T(10); // @reachable reached
  if (p == 0)
    T(11); // @unreachable reached
}

/* A cast to a number and back is the same address. */
static void back(int k) {
  int a[3] = {1, 2, 3};
  int *p = (int *)((uintptr_t)a + 4 * (unsigned)k);
  if (k >= 0 && k < 3)
    T(*p); // @unreachable out-of-bounds
  if (k == 1 && *p != 2)
    T(12); // @unreachable reached
  if (k == 3)
    T(*p); // @reachable out-of-bounds
}

int main(void) {
  touching();
  ordered();
  aligned();
  back(__VERIFIER_nondet_int());
  return 0;
}
