/* Traps for interpolants (design page engine): branches whose directions come
   together again. A condition need not be kept where the other direction makes
   no difference; here each does. Each point is first visited with a state from
   which T is out of reach. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

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

static int a, b, c;

/* The path ends inside: what comes behind the branch was never seen. */
static void ends(void) {
  b = 0;
  EITHER(a = 1, a = 2);
  if (a == 1)
    if (b == 0)
      __VERIFIER_error();
  if (a == 2)
    T(); // @reachable reached
}

/* The other direction leads to the target itself, or to a call that does. */
static void leaves(void) {
  EITHER(a = 3, a = 4);
  if (a == 4)
    if (b == 0)
      T(); // @reachable reached
  if (a == 5)
    T(); // @unreachable reached
}

/* A variable is changed on the way. */
static void stores(void) {
  c = 0;
  EITHER(a = 5, a = 6);
  if (a == 6)
    if (b == 0)
      c = 1;
  if (c == 1)
    T(); // @reachable reached
  if (c == 2)
    T(); // @unreachable reached
}

/* Where the directions come together, a value tells which one it was. */
static void tells(void) {
  EITHER(a = 7, a = 8);
  c = a == 8 && b == 0;
  if (c)
    T(); // @reachable reached
}

/* The condition makes no difference. */
static void spares(void) {
  EITHER(a = 9, a = 10);
  if (a == 9 && b == 1)
    __VERIFIER_error();
  if (a == 10 && b == 2)
    __VERIFIER_error();
  if (c == 3)
    T(); // @unreachable reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: ends(); break;
  case 1: leaves(); break;
  case 2: stores(); break;
  case 3: tells(); break;
  case 4: spares(); break;
  }
  return 0;
}
