/* The amount of a shift keeps its own type: one that is wider than the left operand is
   out of range by all of its value, not by what the width of the operand leaves of it. */
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static void T(int k) { (void)k; }

int main(void) {
  int one = 1, which = __VERIFIER_nondet_int();
  long k = __VERIFIER_nondet_long();
  unsigned long n = __VERIFIER_nondet_ulong();
  if (which == 0 && (int)k == 3)
    T(one << k); // @reachable shift
  if (which == 1 && k == 1L << 32) {
    int r = one << k; // @reachable shift
    if (r == 77)
      T(r); // @reachable reached
  }
  if (which == 2 && (int)k == 3)
    T(one << (int)k); // @unreachable shift
  if (which == 3 && k >= 0 && k < 32)
    T(1u << k); // @unreachable shift
  if (which == 4 && (n & 31) == n)
    T(1u >> n); // @unreachable shift
  if (which == 5 && (n & 0xffffffff) < 32)
    T(1u << n); // @reachable shift
  if (which == 6 && k < 0 && (int)k > 0)
    one <<= k; // @reachable shift
  if (which == 7) {
    short s = 1;
    s <<= k & 0xff00000007; // @reachable shift
    T(s);
  }
  if (which == 8) {
    unsigned char c = 1;
    c <<= n & 7; // @unreachable shift
    T(c);
  }
  if (which == 9)
    T(one << (k & 31)); // @unreachable shift
  if (which == 10 && k == (1L << 33) + 1)
    T(one << (__int128)k); // @reachable shift
  if (which == 11 && k >= 0 && k < 16) {
    int r = one << k;
    if (r != 1 << (int)k)
      T(r); // @unreachable reached
  }
  return 0;
}
