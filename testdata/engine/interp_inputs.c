/* Traps for interpolants (design page engine): inputs. A fresh input may not
   remain above the point where it is read; paths that read different numbers
   of inputs may subsume each other, and a witness is assembled from its own. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

/* One of two things; which one is visited first is tested both ways. */
#ifndef FLIP
#define FLIP 0
#endif
#define EITHER(a, b)              \
  do {                            \
    if (__VERIFIER_nondet_bool()) \
      if (FLIP)                   \
        a;                        \
      else                        \
        b;                        \
    else if (FLIP)                \
      b;                          \
    else                          \
      a;                          \
  } while (0)

static void T(void) {}

/* Different numbers of inputs before one point. */
static void numbers(void) {
  int n = 0;
  if (__VERIFIER_nondet_bool())
    n = __VERIFIER_nondet_uchar() & 1;
  if (__VERIFIER_nondet_bool())
    n += __VERIFIER_nondet_uchar() & 1;
  int x = __VERIFIER_nondet_int();
  if (x == 7 && n == 2)
    T(); // @reachable reached
  if (n == 3)
    T(); // @unreachable reached
}

/* The input after the point is another one on each visit. */
static void fresh(void) {
  int v;
  EITHER(v = 1, v = 2);
  int w = __VERIFIER_nondet_uchar() % 2;
  if (w == v)
    T(); // @reachable reached
  if (w > v)
    T(); // @unreachable reached
}

/* One input twice, or two inputs. */
static void same(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  EITHER(y = __VERIFIER_nondet_int(), y = x);
  if (x != y)
    T(); // @reachable reached
}

/* Undefined cells are inputs, too: arbitrary, but the same at each read. */
static void undefined(void) {
  int u, zero = 0;
  int *p;
  EITHER(p = &zero, p = &u);
  int first = *p; // @reachable uninitialised-read
  if (first == 42)
    T(); // @reachable reached
  if (first != *p)
    T(); // @unreachable reached
}

/* An input constrained before, by a branch that is over. */
static void constrained(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 10)
    y = 1;
  int z = __VERIFIER_nondet_bool() ? x : 0;
  if (z > 20)
    T(); // @reachable reached
  if (z > 20 && y == 0)
    T(); // @unreachable reached
}

/* The result of a shift out of range is any value, on each visit. */
static void any_value(void) {
  int k;
  EITHER(k = 1, k = 40);
  int s = 2 << k; // @reachable shift
  if (s == 77)
    T(); // @reachable reached
}

/* A cell that is not written yet above a join is any value below it, on each
   visit. */
static void undefined_below(void) {
  int flag;
  EITHER(flag = 0, flag = 1);
  {
    int u;
    int *p = &u;
    if (*p == 42) // @reachable uninitialised-read
      if (flag)
        T(); // @reachable reached
  }
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: numbers(); break;
  case 1: fresh(); break;
  case 2: same(); break;
  case 3: undefined(); break;
  case 4: constrained(); break;
  case 5: any_value(); break;
  case 6: undefined_below(); break;
  }
  return 0;
}
