/* Design page engine, stores: `y = malloc(4); z = in() ? malloc(4) : y; *z = 1;
   *y = 1; L: *y = 0; if (*z == 0) T();`: the aliased state must not be pruned
   by the other one. With variables for the blocks. */
extern _Bool __VERIFIER_nondet_bool(void);

static void T(void) {}

int main(void) {
  int one, other;
  int *y = &one;
  int *z = __VERIFIER_nondet_bool() ? &other : y;
  *z = 1;
  *y = 1;
  *y = 0;
  if (*z == 0)
    T(); // @reachable reached
  if (z == &other && *z == 0)
    T(); // @unreachable reached
  return 0;
}
