extern int __VERIFIER_nondet_int(void);
extern void reach(void);
static int f(int c) {
  if (c)
    return 1;
}
int main(void) {
  int y = f(__VERIFIER_nondet_int());
  int z = 0;
  if (__VERIFIER_nondet_int())
    z = 1;
  z += y; // @reachable uninitialised-read
  return 0;
}
