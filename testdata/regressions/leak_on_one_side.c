/* Found by the oracle: which blocks exist, and which of them nothing points to,
   is state for a leak that is judged at the end. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool first = __VERIFIER_nondet_bool();
  int y = __VERIFIER_nondet_int();
  if (first == __VERIFIER_nondet_bool()) {
    int *p = malloc(8);
  }
  if (y) {
  }
  return 0;
} // @reachable leak
