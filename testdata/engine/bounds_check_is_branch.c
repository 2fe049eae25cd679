/* Design page engine, "a check is a branch": `L: a[i] = 0; T();` first visited
   with i = 10: what is learnt at L must say that i is out of bounds, or i = 2
   is pruned. */
extern _Bool __VERIFIER_nondet_bool(void);

static void T(void) {}

static int a[10];

int main(void) {
  int i = __VERIFIER_nondet_bool() ? 10 : 2;
  a[i] = 0; // @reachable out-of-bounds
  T(); // @reachable reached
  if (i == 10)
    T(); // @unreachable reached
  return 0;
}
