/* The life of an array of variable length ends with its scope, however that is left,
   and each turn of a loop has its own. */
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static int *of_block(int n) {
  int *p = 0;
  {
    int a[n];
    a[0] = 1;
    p = a;
    n += *p; // @unreachable dead-access
  }
  return p;
}

static int turns(int n) {
  int *last = 0, sum = 0;
  for (int i = 1; i < n; i++) {
    int a[i];
    a[0] = i;
    if (last)
      sum += *last; // @reachable dead-access
    last = a;
    if (i == 2)
      continue;
    sum += *last; // @unreachable dead-access
  }
  return sum;
}

static int left_early(int n) {
  int *p = 0;
  for (;;) {
    int a[n], b[n + 1];
    a[0] = b[n] = 2;
    p = n == 3 ? b : a;
    if (n > 2)
      break;
    if (n > 1)
      goto out;
    n++;
  }
  return *p; // @reachable dead-access
out:
  return *p; // @reachable dead-access
}

static int nested(int n) {
  int outer[n];
  int *p = outer;
  outer[0] = 3;
  {
    int inner[n];
    inner[0] = 4;
    if (n == 2)
      p = inner;
  }
  if (n != 2)
    n += *p; // @unreachable dead-access
  return n + *p; // @reachable dead-access
}

static int allocated(int n) {
  char *p, *q;
  {
    p = alloca(n);
    *p = 1;
  }
  n += *p; // @unreachable dead-access
  {
    char a[n];
    q = alloca(n);
    a[0] = *q = 2;
  }
  return n + *q; // @reachable dead-access
}

/* A scope of an array before an alloca in the same turn does not end the alloca. */
static int kept(int n) {
  int *all[4] = {0};
  for (int i = 0; i < n; i++) {
    {
      int a[i + 1];
      a[i] = i;
      if (a[i] > 4)
        return 0;
    }
    all[i] = alloca(sizeof(int));
    *all[i] = i;
    n += *all[0]; // @unreachable dead-access
  }
  return *all[n - 1]; // @unreachable dead-access
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  switch (__VERIFIER_nondet_int()) {
  case 1:
    return *of_block(n); // @reachable dead-access
  case 2:
    return turns(n);
  case 3:
    return left_early(n);
  case 4:
    return nested(n);
  case 5:
    return allocated(n);
  case 6:
    return kept(n);
  }
  return 0;
}
