/* Design page engine, weakest preconditions, guards: with `i = 0` visited
   first, "L: x = a[i]" leaves true *given* the access, or the visit with 20
   hides its own error. Rule 3 of verdicts: the error is path-ending, so T runs
   in no run with no earlier error, and the error itself is found. */
extern _Bool __VERIFIER_nondet_bool(void);

static void T(void) {}

static int a[10];

int main(void) {
  int i = __VERIFIER_nondet_bool() ? 0 : 20;
  int x = a[i]; // @reachable out-of-bounds
  if (i > 15)
    T(); // @unreachable reached
  return x;
}
