/* Design page verdicts, "Addresses": objects are disjoint only while their
   lifetimes overlap; those of sibling blocks do not, though one frame holds
   both variables. Found by seed 40034. */
static void T(int k) { (void)k; }

int main(void) {
  int *before = 0;
  {
    int a = 1;
    before = &a;
  }
  {
    int b = 1;
    if (before == &b) // @reachable dangling-pointer
      T(1); // @reachable reached
    int c = 2;
    int *p = &b, *q = &c;
    if (p == q)
      T(2); // @unreachable reached
  }
  before = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (before == &x)
      T(3); // @reachable reached
    if (i == 0 && before == &x)
      T(4); // @unreachable reached
    before = &x;
  }
  return 0;
}
