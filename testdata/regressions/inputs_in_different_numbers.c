/* Found by the oracle: the paths have read different numbers of inputs where
   they join, and the first one's interpolant named an input by its position. */
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static void T(int k) { (void)k; }

int main(void) {
  int x = __VERIFIER_nondet_int() & 7;
  int v = 0;
  if (x)
    v = __VERIFIER_nondet_bool();
  int w = __VERIFIER_nondet_bool();
  if (v > w)
    T(2); // @reachable reached
  return 0;
}
