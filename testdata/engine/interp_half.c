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
  int x = 2;
  if (FLIP == __VERIFIER_nondet_bool())
    x = 1;
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
