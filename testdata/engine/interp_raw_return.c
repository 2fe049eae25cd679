extern int __VERIFIER_nondet_int(void);
static int f(int c) {
  int r = 0;
  if (c)
    return 1;
}
static int g(int c) {
  return f(c);
}
int main(void) {
  int y = g(__VERIFIER_nondet_int());
  int z = y; // @reachable uninitialised-read
  return 0;
}
