/* verdicts.md, the table: a _Bool byte above 1 is a violation and continues
 * with any bool. */
extern int __VERIFIER_nondet_int(void);
static void T(int k) { (void)k; }

int main(void) {
  _Bool b = 0;
  *(unsigned char *)&b = 2;
  int seen = b; // @reachable bool-value
  if (seen == 1)
    T(1); // @reachable reached
  if (seen == 0)
    T(2); // @reachable reached
  if (seen > 1)
    T(3); // @unreachable reached
  _Bool ok = __VERIFIER_nondet_int() > 3;
  return ok; // @unreachable bool-value
}
