/* Traps for interpolants (design page engine, marks): a path that was not
   settled is half an answer, and never prunes another one. */
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

/* Inline assembly stops a path. */
static void stopped(void) {
  int x;
  EITHER(x = 1, x = 2);
  if (x == 1)
    __asm__ volatile("nop");
  T(); // @reachable reached
  if (x == 1)
    T(); // @undecided reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: stopped(); break;
  }
  return 0;
}
