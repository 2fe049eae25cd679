/* Design page verdicts, "What each operation does": values that the language
   leaves open. */
extern int __VERIFIER_nondet_int(void);

static void T(int k) { (void)k; }

/* "reading an unwritten byte: continues with an arbitrary constant per byte
   and lifetime: two reads agree, and `int x; if (x == 42) f();` may call f" */
static void unwritten(void) {
  int x;
  int a = x; // @reachable uninitialised-read
  int b = x; // @reachable uninitialised-read
  if (a != b)
    T(1); // @unreachable reached
  if (x == 42)
    T(2); // @reachable reached
  x = 7;
  if (x == 42) // @unreachable uninitialised-read
    T(3); // @unreachable reached
}

/* Two lifetimes hold two constants. */
static void lifetimes(void) {
  int first = 0, different = 0;
  for (int i = 0; i < 2; i++) {
    int y;
    if (i == 0)
      first = y; // @reachable uninitialised-read
    else
      different = first != y;
  }
  if (different)
    T(4); // @reachable reached
}

/* "shift by < 0 or ≥ width: continues with any value" */
static void shifts(int n) {
  int r = 1 << n; // @reachable shift
  if (n == 32 && r == 12345)
    T(5); // @reachable reached
  if (n == -1 && r == 0)
    T(6); // @reachable reached
  if (n == 4 && r != 16)
    T(7); // @unreachable reached
}

int main(void) {
  unwritten();
  lifetimes();
  shifts(__VERIFIER_nondet_int());
  return 0;
}
