/* Traps for interpolants (design page engine): the call stack is part of the
   key, parameters and results are mapped, what outlives a call is state. */
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

/* One function from two places. */
static void callee(int k) {
  if (k == 2)
    T(); // @reachable reached
  if (k == 3)
    T(); // @unreachable reached
}

static void places(void) {
  if (__VERIFIER_nondet_bool())
    callee(1);
  else
    callee(2);
  callee(0);
}

/* What happens after the return depends on where to. */
static int limit(int k) { return k > 4 ? 4 : k; }

static void results(void) {
  int a = limit(__VERIFIER_nondet_uchar() % 8);
  int b = limit(__VERIFIER_nondet_uchar() % 8) + 1;
  if (a == 4 && b == 5)
    T(); // @reachable reached
  if (a == 5 || b == 6)
    T(); // @unreachable reached
}

/* A static variable counts the calls. */
static void tick(void) {
  static int calls = 0;
  calls++;
  if (calls == 3)
    T(); // @reachable reached
  if (calls == 4)
    T(); // @unreachable reached
}

static void statics(void) {
  if (__VERIFIER_nondet_bool())
    tick();
  if (__VERIFIER_nondet_bool())
    tick();
  tick();
}

/* Recursion: the depth is in the key, the rest is in the state. */
static int recursive(int n, int acc) {
  if (n == 0) {
    if (acc == 3)
      T(); // @reachable reached
    if (acc == 4)
      T(); // @unreachable reached
    return acc;
  }
  return recursive(n - 1, acc + (__VERIFIER_nondet_bool() ? 1 : 0));
}

/* A pointer into an outer activation of the same function. */
static void activations(int depth, int *outer) {
  int own = depth;
  if (depth == 2) {
    *outer = 9;
    if (own == 9)
      T(); // @unreachable reached
    return;
  }
  activations(depth + 1, __VERIFIER_nondet_bool() ? &own : outer);
  if (own == 9 && depth == 0)
    T(); // @reachable reached
  if (own == 9 && *outer == 9 && outer != &own)
    T(); // @unreachable reached
}

/* A join inside of a function that returns to two places. */
static int noise, done;
static void joins(void) {
  if (__VERIFIER_nondet_bool())
    noise = 1;
  noise = 0;
}

static void returns(void) {
  if (FLIP == __VERIFIER_nondet_bool()) {
    joins();
    done = 1;
  } else {
    joins();
    done = 2;
  }
  if (done == 2)
    T(); // @reachable reached
  if (done == 3)
    T(); // @unreachable reached
}

static void returns_to_the_end(void) {
  if (FLIP == __VERIFIER_nondet_bool()) {
    joins();
    return;
  }
  joins();
  T(); // @reachable reached
}

/* A callee that comes from a pointer contributes which one it is. */
static int flag;
static void clears(void) { flag = 0; }
static void sets(void) { flag = 1; }

static void through_pointer(void) {
  void (*f)(void);
  EITHER(f = clears, f = sets);
  flag = 0;
  f();
  if (flag)
    T(); // @reachable reached
  if (flag && f == clears)
    T(); // @unreachable reached
}

/* Structures by value: the copy changes, the original does not. */
struct pair {
  int a, b;
};

static struct pair bump(struct pair p, _Bool second) {
  if (second)
    p.b++;
  else
    p.a++;
  return p;
}

static void by_value(void) {
  struct pair p = {1, 1}, q = bump(p, __VERIFIER_nondet_bool());
  if (q.b == 2)
    T(); // @reachable reached
  if (p.b == 2 || q.a + q.b != 3)
    T(); // @unreachable reached
}

/* A variable on the stack that died with its function. */
static int *leave(_Bool own) {
  static int lasting = 5;
  int local = 5;
  int *p = &lasting;
  if (own)
    p = &local;
  return p;
}

static void after_return(void) {
  int *p = leave(FLIP == __VERIFIER_nondet_bool());
  if (*p == 5) // @reachable dead-access
    T(); // @reachable reached
}

int main(void) {
  int x = 0;
  switch (__VERIFIER_nondet_int()) {
  case 0: places(); break;
  case 1: results(); break;
  case 2: statics(); break;
  case 3: recursive(3, 0); break;
  case 4: activations(0, &x); break;
  case 5: through_pointer(); break;
  case 6: by_value(); break;
  case 7: after_return(); break;
  case 8: returns(); break;
  case 9: returns_to_the_end(); break;
  }
  return 0;
}
