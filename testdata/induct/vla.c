/* Arrays of variable length: how large they are, how far they are initialised, and that
   they die with their scope, each turn of a loop with its own. */
#include <alloca.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int filled(int n) {
  int a[n], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = i; // @unreachable dead-access out-of-bounds
  for (int i = 0; i < n; i++)
    s ^= a[i]; // @unreachable dead-access out-of-bounds uninitialised-read
  return s;
}

static int partly(int n) {
  int a[n], s = 0;
  for (int i = 1; i < n; i++)
    a[i] = i; // @unreachable out-of-bounds
  for (int i = 0; i <= n; i++)
    s ^= a[i]; // @reachable out-of-bounds uninitialised-read
  return s;
}

/* The array of each turn is longer than that before, and none outlives its turn. */
static int turns(int n) {
  int *last = 0, s = 0;
  for (int i = 1; i < n; i++) {
    int a[i];
    for (int k = 0; k < i; k++)
      a[k] = k; // @unreachable out-of-bounds dead-access
    if (last)
      s ^= *last; // @reachable dead-access
    last = a;
    s ^= a[i - 1]; // @unreachable out-of-bounds uninitialised-read dead-access
    if (i == 7)
      continue;
    s ^= *last; // @unreachable dead-access
  }
  return s;
}

static int behind(int n) {
  int *p = 0;
  {
    int a[n];
    a[0] = 1;
    p = a;
    n ^= *p; // @unreachable dead-access
  }
  {
    char five[4 + (n & 0)];
    five[3] = 1; // @unreachable out-of-bounds
    if (n == 5)
      five[4] = 2; // @reachable out-of-bounds
  }
  return *p; // @reachable dead-access
}

/* Its first turn knows the size, the others are shorter. */
static int shorter(void) {
  int s = 0;
  for (int i = 5; i > 0; i--) {
    int a[i];
    a[i - 1] = i; // @unreachable out-of-bounds
    if (i < 5 && __VERIFIER_nondet_int())
      a[4] = 1; // @reachable out-of-bounds
    if (i < 5 && __VERIFIER_nondet_int())
      s ^= a[0]; // @reachable uninitialised-read
  }
  return s;
}

/* What alloca makes lives on behind the array of the turn. */
static int kept(int n) {
  int *first = 0;
  {
    int a[n];
    a[0] = 2;
    first = a;
    n ^= *first; // @unreachable dead-access
  }
  first = alloca(sizeof(int));
  *first = 3;
  {
    int a[n & 63];
    n ^= a == first;
  }
  return *first; // @unreachable dead-access uninitialised-read
}

/* The prover has one object for all that an alloca makes in one call: it stops at the
   second. */
static int several(int n) {
  int *before = 0;
  for (int i = 0; i < n; i++) {
    int *p = alloca(sizeof(int));
    *p = i;
    if (before) {
      n ^= *before;
      if (__VERIFIER_nondet_int())
        p[1] = 1; // @reachable out-of-bounds
    }
    before = p;
  }
  return n;
}

static char *passed(char *to, const char *from, size_t n) {
  memcpy(to, from, n); // @unreachable out-of-bounds dead-access
  to[n] = 0; // @unreachable out-of-bounds
  return to;
}

static size_t copied(int n) {
  char text[n + 1], *copy = alloca(n + 1);
  memset(text, 'x', n); // @unreachable out-of-bounds
  text[n] = 0;
  return strlen(passed(copy, text, n)); // @unreachable out-of-bounds uninitialised-read
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  switch (__VERIFIER_nondet_int()) {
  case 1:
    return filled(n);
  case 2:
    return partly(n);
  case 3:
    return turns(n);
  case 4:
    return behind(n);
  case 5:
    return shorter();
  case 6:
    return kept(n);
  case 7:
    return several(n);
  }
  return copied(n) == 3;
}
