/* Traps for interpolants (design page engine): guards, conjunctions of both
   sides, and rules of bit-vectors that hold for integers only. Each point is
   first visited with a state from which T is out of reach. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

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

/* S + 1 <= N is not S <= N - 1, nor is z + 2 <= 15 the same as z <= 13: both
   sides wrap. */
static void wraps(void) {
  unsigned z;
  EITHER(z = 20u, z = 4294967295u);
  if (z + 2 <= 15)
    T(); // @reachable reached
}

static void wraps_below(void) {
  unsigned n, s = 3;
  n = 0;
  EITHER(n = 2, n = 0);
  if (s <= n - 1)
    T(); // @reachable reached
  if (s + 1 <= n)
    T(); // @unreachable reached
}

/* An order of signed numbers is none of unsigned ones. */
static void signs(void) {
  int s;
  EITHER(s = 5, s = -1);
  if ((unsigned)s > 10)
    T(); // @reachable reached
  if (s > 10)
    T(); // @unreachable reached
}

/* Substitution passes a conversion: c != 5 is not k != 5. */
static void narrowed(void) {
  int k;
  EITHER(k = 4, k = 261);
  unsigned char c = (unsigned char)k;
  if (c == 5)
    T(); // @reachable reached
  if (k == 5)
    T(); // @unreachable reached
}

static void widened(void) {
  signed char c;
  EITHER(c = 1, c = -1);
  long w = c;
  unsigned char u = (unsigned char)c;
  long z = u;
  if (w < 0 && z == 255)
    T(); // @reachable reached
  if (w < 0 && z < 128)
    T(); // @unreachable reached
}

/* Operations that are not injective. */
static void shifted(void) {
  unsigned k;
  EITHER(k = 3u, k = 0x80000002u);
  if (k << 1 == 4)
    T(); // @reachable reached
}

static void divided(void) {
  int k;
  EITHER(k = 3, k = 5);
  if (k / 2 == 2)
    T(); // @reachable reached
  if (k % 2 == 0)
    T(); // @unreachable reached
}

static void product(void) {
  unsigned k;
  EITHER(k = 3u, k = 0x55555556u);
  if (k * 3 == 2)
    T(); // @reachable reached
}

/* Between the visits with 1 and 9, whose constraints merge, lies 5. */
static void between(void) {
  int x = 1;
  if (__VERIFIER_nondet_bool())
    x = 9;
  if (__VERIFIER_nondet_bool())
    x = x == 9 ? 5 : 1;
  int y = x < 3 ? 0 : 1;
  if (x == 5)
    T(); // @reachable reached
  if (y == 1 && x == 6)
    T(); // @unreachable reached
}

/* What a guard dropped on one side is needed on the other. */
static void other_side(void) {
  int s = __VERIFIER_nondet_bool() ? 1 : 2;
  int u = 0;
  if (__VERIFIER_nondet_bool())
    u = s;
  if (u == 2)
    T(); // @reachable reached
  if (u == 3)
    T(); // @unreachable reached
}

/* A guard over the variable of a constraint need not imply it. */
static void shared_variable(void) {
  int x = __VERIFIER_nondet_int(), y = 2147483647;
  EITHER(y = 5, y = 2147483647);
  if (x > 0 && x < 8)
    if ((unsigned)x + (unsigned)y == 10)
      T(); // @reachable reached
  if (x > 8 && x < 12)
    if (y == 5 && x - y == 7)
      T(); // @unreachable reached
}

/* The same condition twice: the flag and the condition agree on every path,
   but each of them alone is no interpolant. */
static void correlated(void) {
  int x = __VERIFIER_nondet_int();
  int flag = 0, other = 0;
  if (x > 3)
    flag = 1;
  if (__VERIFIER_nondet_bool())
    other = 1;
  if (flag && x <= 3)
    T(); // @unreachable reached
  if (flag && other)
    T(); // @reachable reached
  if (!flag && x > 3)
    T(); // @unreachable reached
}

/* A relation between two variables, kept by every branch but one. */
static void relation(void) {
  int a = 0, b = 0;
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_bool()) {
      a++;
      b++;
    } else if (i == 2 && __VERIFIER_nondet_bool()) {
      a++;
    }
  }
  if (a != b && a < 3)
    T(); // @reachable reached
  if (a < b)
    T(); // @unreachable reached
  if (a - b > 1)
    T(); // @unreachable reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: wraps(); break;
  case 1: wraps_below(); break;
  case 2: signs(); break;
  case 3: narrowed(); break;
  case 4: widened(); break;
  case 5: shifted(); break;
  case 6: divided(); break;
  case 7: product(); break;
  case 8: between(); break;
  case 9: other_side(); break;
  case 10: correlated(); break;
  case 11: relation(); break;
  case 12: shared_variable(); break;
  }
  return 0;
}
