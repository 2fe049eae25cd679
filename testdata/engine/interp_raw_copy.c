extern int __VERIFIER_nondet_int(void);
struct P {
  int a, b;
};
static int get(struct P p) {
  return p.a; // @reachable uninitialised-read
}
int main(void) {
  struct P p;
  if (__VERIFIER_nondet_int())
    p.a = 1;
  else
    p.b = 1;
  p.b = 2;
  get(p);
  return 0;
}
