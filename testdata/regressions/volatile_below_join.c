/* Found by the oracle: a volatile read below a join gives any value, on each
   visit another one. */
extern int __VERIFIER_nondet_int(void);

static void T(int k) { (void)k; }

static volatile _Bool g = 0;

int main(void) {
  int x = __VERIFIER_nondet_int();
  int w = 0;
  if (x)
    ;
  else
    w = 0;
  if (x == (g & 1))
    T(33); // @reachable reached
  return w;
}
