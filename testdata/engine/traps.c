/* Design page verdicts: "division/remainder by 0; INT_MIN / -1 and
   INT_MIN % -1: arithmetic trap, ends"; "signed overflow: continues, wrapped". */
extern int __VERIFIER_nondet_int(void);

static void T(int k) { (void)k; }

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int which = __VERIFIER_nondet_int();
  if (which == 0) {
    int r = a % b; // @reachable division-overflow
    if (b == -1 && a == -2147483647 - 1)
      T(r); // @unreachable reached
  }
  if (which == 1) {
    int q = a / b; // @reachable division-overflow
    if (b == 0)
      T(q); // @unreachable reached
  }
  if (which == 2) {
    int s = a + 1; // @reachable signed-overflow
    if (s < a)
      T(s); // @reachable reached
    if (s < a && s != -2147483647 - 1)
      T(s); // @unreachable reached
  }
  if (which == 3) {
    int n = -a; // @reachable signed-overflow
    if (n == a && a != 0 && n != -2147483647 - 1)
      T(n); // @unreachable reached
  }
  if (which == 4) {
    char c = (char)a;
    c++;
    int m = c * 2; // @unreachable signed-overflow
    if (c == -128)
      T(m); // @reachable reached
  }
  return 0;
}
