/* Design pages engine (existential objects are named by allocation site and
   frame occurrence) and verdicts (lifetimes): each activation and each turn of
   a loop has variables of its own. */
extern int __VERIFIER_nondet_int(void);

static void T(int k) { (void)k; }

static int *kept;

/* The variable of an outer activation lives on, with its own value. */
static int outer(int depth, int *up) {
  int mine = depth;
  if (depth > 0)
    return outer(depth - 1, &mine);
  if (up && *up != 1) // @unreachable dead-access
    T(1); // @unreachable reached
  kept = &mine;
  return *up;
}

static void dead(int n) {
  if (n == 1) {
    int *p = kept; // @reachable dangling-pointer
    *p = 1; // @reachable dead-access
    T(2); // @unreachable reached
  }
}

/* The variable of the turn before is gone, also when it comes to lie at the
   same place. */
static void turns(int n) {
  int *before = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (before && n == 2)
      *before = 9; // @reachable dead-access
    if (x == 9)
      T(3); // @unreachable reached
    before = &x;
    *before = i; // @unreachable dead-access
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  outer(2, 0);
  dead(n);
  turns(n);
  return 0;
}
