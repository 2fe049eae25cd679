/* Traps for interpolants (design page engine): a check is a branch. The side
   that ends contributes true under its own condition only; a proof that used
   the other side names the check in `given`. Each trap comes in both orders of
   visiting. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

static void T(void) {}

static int a[10];

/* `L: a[i] = 0; T();` first visited with i = 10: the interpolant must say that
   i is out of bounds; true would prune the visit with i = 2. */
static void bounds(_Bool order) {
  int i;
  if (order)
    i = __VERIFIER_nondet_bool() ? 10 : 2;
  else
    i = __VERIFIER_nondet_bool() ? 2 : 10;
  a[i] = 0; // @reachable out-of-bounds
  T(); // @reachable reached
}

/* The visit with 0 leaves true given the access; the one with 20 must not be
   hidden by it, and T is unreachable given the access only. */
static int given_bounds(_Bool order) {
  int i;
  if (order)
    i = __VERIFIER_nondet_bool() ? 0 : 20;
  else
    i = __VERIFIER_nondet_bool() ? 20 : 0;
  int x = a[i]; // @reachable out-of-bounds
  if (i > 15)
    T(); // @unreachable reached given
  return x;
}

/* A null pointer ends the first visit, not the second. */
static void null(_Bool order) {
  int v = 0;
  int *p;
  if (order)
    p = __VERIFIER_nondet_bool() ? 0 : &v;
  else
    p = __VERIFIER_nondet_bool() ? &v : 0;
  *p = 1; // @reachable null-access
  if (v == 1)
    T(); // @reachable reached
  if (v == 0)
    T(); // @unreachable reached
}

/* A divisor. */
static int divisor(_Bool order) {
  int d;
  if (order)
    d = __VERIFIER_nondet_bool() ? 0 : 3;
  else
    d = __VERIFIER_nondet_bool() ? 3 : 0;
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
static void lifetime(_Bool order) {
  int v = 0;
  int *p = &v;
  {
    int inner = 0;
    if (order == __VERIFIER_nondet_bool())
      p = &inner;
    *p = 1;
  }
  *p = 2; // @reachable dead-access
  if (v == 2)
    T(); // @reachable reached
}

/* assume ends a path as a check does, without an error. */
static void assumed(_Bool order) {
  int k;
  if (order)
    k = __VERIFIER_nondet_bool() ? 9 : 3;
  else
    k = __VERIFIER_nondet_bool() ? 3 : 9;
  __VERIFIER_assume(k < 5);
  if (k == 3)
    T(); // @reachable reached
  if (k == 9)
    T(); // @unreachable reached
}

/* So does a call that never returns. */
static void aborted(_Bool order) {
  int k;
  if (order)
    k = __VERIFIER_nondet_bool() ? 9 : 3;
  else
    k = __VERIFIER_nondet_bool() ? 3 : 9;
  if (k == 9)
    __VERIFIER_error(); // @reachable assertion
  T(); // @reachable reached
  if (k == 9)
    T(); // @unreachable reached
}

/* An overflow is a violation that continues: what follows it still counts. */
static void wrapped(_Bool order) {
  int n;
  if (order)
    n = __VERIFIER_nondet_bool() ? 1 : 2147483647;
  else
    n = __VERIFIER_nondet_bool() ? 2147483647 : 1;
  int m = n + 1; // @reachable signed-overflow
  if (m < 0)
    T(); // @reachable reached
}

int main(void) {
  _Bool order = __VERIFIER_nondet_bool();
  switch (__VERIFIER_nondet_int()) {
  case 0: bounds(order); break;
  case 1: given_bounds(order); break;
  case 2: null(order); break;
  case 3: divisor(order); break;
  case 4: quotient(); break;
  case 5: lifetime(order); break;
  case 6: assumed(order); break;
  case 7: aborted(order); break;
  case 8: wrapped(order); break;
  }
  return 0;
}
