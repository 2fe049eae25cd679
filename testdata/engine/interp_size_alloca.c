/* The size of an object that is made below a node depends on the state there. */
extern int __VERIFIER_nondet_int(void);
extern void reach(void);
int main(void) {
  unsigned long n;
  if (__VERIFIER_nondet_int())
    n = 4;
  else
    n = 16;
  char p[n];
  p[8] = 1;
  reach(); // @reachable reached
  return 0;
}
