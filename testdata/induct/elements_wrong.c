/* What is not known of numbers in large arrays: what a part of was written, what was never
   written, and what a copy of such memory holds. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

/* A write of some bytes of a number makes it any. */
static void partly(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = 1;
  ((char *)a)[__VERIFIER_nondet_int() & 3] = 1;
  for (int i = 0; i < n; i++)
    if (a[i] != 1)
      __VERIFIER_error(); // @reachable assertion
}

/* What is copied from a block that was never written is any number. */
static int unwritten(int n) {
  int *before = 0, a[n];
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(n * sizeof *p);
    if (!p)
      break;
    if (__VERIFIER_nondet_int())
      return p[n - 1];
    memcpy(a, p, n * sizeof *p);
    for (int i = 0; i < n; i++)
      if (a[i] != 0)
        __VERIFIER_error(); // @reachable assertion
    free(before);
    before = p;
  }
  free(before);
  return 0;
}

/* What was never written is any number. */
static void never(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    if (a[i] != 0)
      __VERIFIER_error(); // @reachable assertion
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  switch (__VERIFIER_nondet_int()) {
  case 1:
    partly(n);
    break;
  case 2:
    return unwritten(n);
  case 3:
    never(n);
    break;
  }
  return 0;
}
