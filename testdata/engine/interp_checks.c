/* Traps for interpolants (design page engine): a check is a branch. The side
   that ends contributes true under its own condition only; a proof that used
   the other side names the check in `given`. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

/* One of two things; which one is visited first is tested both ways. */
#ifndef FLIP
#define FLIP 0
#endif
#define EITHER(a, b)              \
  do {                            \
    if (__VERIFIER_nondet_bool()) \
      if (FLIP)                   \
        a;                        \
      else                        \
        b;                        \
    else if (FLIP)                \
      b;                          \
    else                          \
      a;                          \
  } while (0)

static void T(void) {}

static int a[10];

/* `L: a[i] = 0; T();` first visited with i = 10: the interpolant must say that
   i is out of bounds; true would prune the visit with i = 2. */
static void bounds(void) {
  int i;
  EITHER(i = 10, i = 2);
  a[i] = 0; // @reachable out-of-bounds
  T(); // @reachable reached
}

/* The visit with 0 leaves true given the access; the one with 20 must not be
   hidden by it, and T is unreachable given the access only. */
static int given_bounds(void) {
  int i;
  EITHER(i = 0, i = 20);
  int x = a[i]; // @reachable out-of-bounds
  if (i > 15)
    T(); // @unreachable reached given
  return x;
}

/* A null pointer ends the first visit, not the second. */
static void null(void) {
  int v = 0;
  int *p;
  EITHER(p = 0, p = &v);
  *p = 1; // @reachable null-access
  if (v == 1)
    T(); // @reachable reached
  if (v == 0)
    T(); // @unreachable reached
}

/* A divisor. */
static int divisor(void) {
  int d;
  EITHER(d = 0, d = 3);
  int q = 6 / d; // @reachable division-by-zero
  if (d == 0)
    T(); // @unreachable reached given
  if (q == 2)
    T(); // @reachable reached
  return q;
}

/* INT_MIN / -1 needs both operands; an interpolant over one of them is wrong. */
static int quotient(void) {
  int n = __VERIFIER_nondet_bool() ? -2147483647 - 1 : 8;
  int d = __VERIFIER_nondet_bool() ? -1 : 2;
  int q = n / d; // @reachable division-overflow
  if (q == -8)
    T(); // @reachable reached
  if (n < 0 && d < 0)
    T(); // @unreachable reached given
  return q;
}

/* A dead variable ends the first visit. */
static void lifetime(void) {
  int v = 0;
  int *p = &v;
  {
    int inner = 0;
    EITHER(p = &inner, p = &v);
    *p = 1;
  }
  *p = 2; // @reachable dead-access
  if (v == 2)
    T(); // @reachable reached
}

/* assume ends a path as a check does, without an error. */
static void assumed(void) {
  int k;
  EITHER(k = 9, k = 3);
  __VERIFIER_assume(k < 5);
  if (k == 3)
    T(); // @reachable reached
  if (k == 9)
    T(); // @unreachable reached
}

/* So does a call that never returns. */
static void aborted(void) {
  int k;
  EITHER(k = 9, k = 3);
  if (k == 9)
    __VERIFIER_error(); // @reachable assertion
  T(); // @reachable reached
  if (k == 9)
    T(); // @unreachable reached
}

/* An overflow is a violation that continues: what follows it still counts. */
static void wrapped(void) {
  int n;
  EITHER(n = 1, n = 2147483647);
  int m = n + 1; // @reachable signed-overflow
  if (m < 0)
    T(); // @reachable reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: bounds(); break;
  case 1: given_bounds(); break;
  case 2: null(); break;
  case 3: divisor(); break;
  case 4: quotient(); break;
  case 5: lifetime(); break;
  case 6: assumed(); break;
  case 7: aborted(); break;
  case 8: wrapped(); break;
  }
  return 0;
}
