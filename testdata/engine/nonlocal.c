/* Non-local jumps. setjmp returns for the first time; at a jump the engine stops.
   What only a second return leads to is undecided, never unreachable. */
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);

/* As assay's model. */
int _setjmp(struct __jmp_buf_tag *e) {
  e->__mask_was_saved = 0;
  return 0;
}

static jmp_buf env;

static void T(void) {}

static void fail(int why) { longjmp(env, why); }

/* Ends by the jump alone, and so does what calls it. */
static void serve(void) {
  for (;;)
    fail(1 + (__VERIFIER_nondet_int() & 1));
}

static int caught(void) {
  if (setjmp(env) == 0)
    serve();
  T(); // @undecided reached
  return 7;
}

/* The jump leads over the function that made the call. */
static void over(void) {
  if (caught() == 7)
    T(); // @undecided reached
}

/* The way that goes on in the same function does not come by the target. */
static void same(void) {
  int r = setjmp(env);
  while (r == 0)
    fail(2);
  T(); // @undecided reached
}

/* Only the second return leads to the target. */
static void endless(void) {
  if (setjmp(env)) {
    T(); // @undecided reached
    return;
  }
  for (;;)
    fail(2);
}

static void through(void (*jump)(jmp_buf, int)) {
  if (setjmp(env)) {
    T(); // @undecided reached
    return;
  }
  jump(env, 1);
}

/* Nobody jumps to this one. */
static void quiet(void) {
  jmp_buf own;
  if (_setjmp(own) == 0)
    T(); // @reachable reached
  else
    T(); // @unreachable reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: over(); break;
  case 1: same(); break;
  case 2: through(longjmp); break;
  case 3: quiet(); break;
  case 4: endless(); break;
  }
  return 0;
}
