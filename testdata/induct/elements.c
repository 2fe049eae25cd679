/* What is in arrays that are too large for a cell of each element, or of computed size:
   numbers in an interval, by their index, as in another array, no less than the least. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int big[100000];

static void filled(void) {
  for (int i = 0; i < 100000; i++)
    big[i] = 42;
  for (int i = 0; i < 100000; i++)
    if (big[i] != 42)
      __VERIFIER_error(); // @unreachable assertion
  big[__VERIFIER_nondet_int() & 255] = 3;
  for (int i = 0; i < 100000; i++)
    if (big[i] != 42 && big[i] != 3)
      __VERIFIER_error(); // @unreachable assertion
    else if (big[i] != 42)
      __VERIFIER_error(); // @reachable assertion
}

static void copied(int n) {
  int a[n], b[n];
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] != b[i])
      __VERIFIER_error(); // @unreachable assertion
  memcpy(big, a, n * sizeof *a);
  for (int i = 0; i < n; i++)
    if (big[i] != b[i])
      __VERIFIER_error(); // @unreachable assertion
}

/* Each element is an index of the other array. */
static int ordered(int n) {
  int *order = malloc(n * sizeof *order), *a = calloc(n, sizeof *a);
  if (!order || !a)
    return 1;
  for (int i = 0; i < n; i++)
    order[i] = n - 1 - i;
  for (int i = 0; i < n; i++)
    a[order[i]] = 3; // @unreachable out-of-bounds
  for (int i = 0; i < n; i++)
    a[order[i] + 1] = 3; // @reachable out-of-bounds
  free(order);
  free(a);
  return 0;
}

/* What was never written is any number, the same in both loops. */
static void least(int n) {
  int a[n];
  int m = a[0];
  for (int i = 0; i < n; i++)
    if (a[i] < m)
      m = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] < m)
      __VERIFIER_error(); // @unreachable assertion
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      __VERIFIER_error(); // @reachable assertion
}

static void twice(int n) {
  short a[n];
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 1; i < n; i++)
    a[i] = a[i] + 7;
  for (int i = 1; i < n; i++)
    if (a[i] != 7)
      __VERIFIER_error(); // @unreachable assertion
  if (a[0] == 0)
    __VERIFIER_error(); // @reachable assertion
}

struct entry {
  int key, value;
};

static void entries(void) {
  static struct entry table[1000];
  for (int i = 0; i < 1000; i++) {
    table[i].key = 5;
    table[i].value = 6;
  }
  for (int i = 0; i < 1000; i++)
    if (table[i].key != 5)
      __VERIFIER_error(); // @unreachable assertion
    else if (table[i].value == 6)
      __VERIFIER_error(); // @reachable assertion
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  switch (__VERIFIER_nondet_int()) {
  case 1:
    filled();
    break;
  case 2:
    copied(n);
    break;
  case 3:
    return ordered(n);
  case 4:
    least(n);
    break;
  case 5:
    twice(n);
    break;
  case 6:
    entries();
    break;
  }
  return 0;
}
