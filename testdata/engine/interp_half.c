/* Traps for interpolants (design page engine, marks): a path that was not
   settled is half an answer, and never prunes another one. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

/* Which side of the choices is visited first: both ways are tested. */
#ifndef FLIP
#define FLIP 0
#endif

static void T(void) {}

/* Inline assembly stops a path. */
static void stopped(void) {
  int x = FLIP == __VERIFIER_nondet_bool() ? 1 : 2;
  if (x == 1)
    __asm__ volatile("nop");
  T(); // @reachable reached
  if (x == 1)
    T(); // @undecided reached
}

/* Not on this path: the proof does not need it. */
static void elsewhere(void) {
  int x = FLIP == __VERIFIER_nondet_bool() ? 1 : 2;
  if (x == 2) {
    T(); // @reachable reached
    return;
  }
  if (x == 2)
    T(); // @unreachable reached
  __asm__ volatile("nop");
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: stopped(); break;
  case 1: elsewhere(); break;
  }
  return 0;
}
