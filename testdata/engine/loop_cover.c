/* Design page engine, "Loops without bounds": `n = 0; while (in()) { if (n ==
   2) T(); n++; }`: the first visit gives n ≠ 2, the back-edge state n = 1
   entails it, and T runs all the same. */
extern _Bool __VERIFIER_nondet_bool(void);

static void T(void) {}

int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_bool()) {
    if (n == 2)
      T(); // @reachable reached
    n++;
  }
  return 0;
}
