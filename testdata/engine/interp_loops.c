/* Traps for interpolants (design page engine): loops. A back-edge state that
   entails the interpolant of the first visit is no proof; what was learnt
   below a bound is not known above it. */
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

/* `n = 0; while (in()) { if (n == 2) T(); n++; }`: the first visit gives
   n != 2, and the state of the back edge, n = 1, entails it. */
static void counts(void) {
  int n = 0;
  while (n < 4 && __VERIFIER_nondet_bool()) {
    if (n == 2)
      T(); // @reachable reached
    if (n == 5)
      T(); // @unreachable reached
    n++;
  }
}

/* Diamonds in a loop: iterations join, but the sum tells them apart. */
static void diamonds(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_bool())
      sum += 2;
    else
      sum += 1;
  }
  if (sum == 7)
    T(); // @reachable reached
  if (sum == 3)
    T(); // @unreachable reached
  if (sum > 8)
    T(); // @unreachable reached
}

/* A state machine over inputs; the same state in different turns. */
static void machine(void) {
  int state = 0, turns = 0;
  for (int i = 0; i < 4; i++) {
    int e = __VERIFIER_nondet_bool();
    if (state == 0 && e)
      state = 1;
    else if (state == 1 && e)
      state = 2;
    else if (state == 2 && !e)
      state = 3;
    else if (!e)
      state = 0;
    turns++;
    if (state == 3 && turns == 4)
      T(); // @reachable reached
    if (state == 3 && turns == 2)
      T(); // @unreachable reached
  }
}

/* The rest of a loop from different places. */
static void rest(void) {
  int n = 0;
  int i;
  EITHER(i = 1, i = 0);
  for (; i < 3; i++)
    n++;
  if (n == 3)
    T(); // @reachable reached
  if (n == 1)
    T(); // @unreachable reached
}

/* A turn may be left early, the counter goes on all the same. */
static void left_early(void) {
  int i, odd = 0;
  for (i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_bool())
      continue;
    if (i == 3)
      break;
    odd ^= 1;
  }
  if (i == 3 && odd)
    T(); // @reachable reached
  if (i < 3)
    T(); // @unreachable reached
}

/* A variable of the body is a new one in every turn. */
static void body(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int v = i;
    if (i == 0 && __VERIFIER_nondet_bool())
      p = &v;
    if (p)
      v += *p; // @reachable dead-access
    if (v == 1)
      T(); // @reachable reached
  }
}

/* A turn that is skipped counts, too: the same state with more turns left. */
static void skipped_turn(void) {
  int k = 0;
  for (int i = 0; i < 5 && __VERIFIER_nondet_bool(); i++) {
    if (__VERIFIER_nondet_bool())
      k += FLIP;
    else
      k += !FLIP;
    if (k == 2) {
      T(); // @reachable reached
      return;
    }
  }
}

/* Nested loops: the inner one starts anew. */
static void nested(void) {
  int n = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j <= i; j++)
      if (__VERIFIER_nondet_bool())
        n += j + 1;
  if (n == 4)
    T(); // @reachable reached
  if (n == 5)
    T(); // @unreachable reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: counts(); break;
  case 1: diamonds(); break;
  case 2: machine(); break;
  case 3: rest(); break;
  case 4: left_early(); break;
  case 5: body(); break;
  case 6: nested(); break;
  case 7: skipped_turn(); break;
  }
  return 0;
}
