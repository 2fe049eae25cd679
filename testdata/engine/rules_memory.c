/* Rules of verdicts.md about addresses and lifetimes that a wrong engine would
 * get wrong in one direction only. */
extern int __VERIFIER_nondet_int(void);
static void T(int k) { (void)k; }

static int *address_of_parameter(int n) { return &n; }

int main(void) {
  int a = 1, b = 2, c[4] = {0};
  char s[4], r[4];
  /* Objects alive together are disjoint, but may touch in either order. */
  unsigned long pa = (unsigned long)&a, pb = (unsigned long)&b;
  if ((unsigned long)s - (unsigned long)r == 2)
    T(1); // @unreachable reached
  if (pa - pb == 4)
    T(2); // @reachable reached
  int *ea = &a + 1, *sb = &b;
  if (ea == sb)
    T(3); // @reachable reached
  if (sb == ea)
    T(4); // @reachable reached
  int *x = &a, *y = &b;
  if (x == y)
    T(5); // @unreachable reached
  /* Offsets below an object do not wrap around into it. */
  int i = __VERIFIER_nondet_int();
  if (i == -1)
    c[i] = 1; // @reachable out-of-bounds
  if (i == 0)
    c[i + 3] = 1; // @unreachable out-of-bounds
  /* A parameter dies with its activation, without lifetime markers. */
  int *p = address_of_parameter(i);
  if (i == 7)
    return *p; // @reachable dead-access
  return 0;
}
