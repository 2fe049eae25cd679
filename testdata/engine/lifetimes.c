/* Memory errors that need no library model: lifetimes of variables. */
extern int __VERIFIER_nondet_int(void);

static int *kept;

static void keep(void) {
  int local = 3;
  kept = &local;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (p && n == 5)
      n += *p; // @reachable dead-access
    p = &x;
  }
  keep();
  if (n == 7)
    return *kept; // @reachable dead-access
  {
    int inner = 1;
    p = &inner;
    n += *p; // @unreachable dead-access
  }
  if (n == 9)
    n = *p; // @reachable dead-access
  return n % 2;
}
