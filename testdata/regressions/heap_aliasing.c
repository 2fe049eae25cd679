/* Design page engine, stores: the aliased state must not be pruned by the
   state in which the pointers differ. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

static void T(int k) { (void)k; }

int main(void) {
  int *y = malloc(4);
  int *z = __VERIFIER_nondet_bool() ? malloc(4) : y;
  if (!y || !z)
    return 0;
  *z = 1;
  *y = 1;
  *y = 0;
  if (*z == 0)
    T(1); // @reachable reached
  if (z != y && *z == 0)
    T(2); // @unreachable reached
  return 0;
}
