extern int __VERIFIER_nondet_int(void);
extern void reach(void);

static int table[4] = {1, 2, 3, 4};

int divide(int a, int b) {
  return a / b; // @reachable division-by-zero
}

int guarded(int a, int b) {
  if (b != 0)
    return a / b; // @unreachable division-by-zero
  return 0;
}

int sum(void) {
  int s = 0;
  for (int i = 0; i < 4; i++)
    s += table[i]; // @unreachable index-bound
  return s;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int r = guarded(x, y) + divide(x, y);
  if (x > 10 && x < 20)
    r += table[x - 10]; // @reachable index-bound
  if (x >= 0 && x < 4)
    r += table[x]; // @unreachable index-bound
  int u;
  if (x == 3)
    u = 1;
  if (x == 4)
    r += u; // @reachable uninitialised-read
  if (x == 3)
    r += u; // @unreachable uninitialised-read
  int k = y & 31;
  r += (int)(1u << k); // @unreachable shift
  int *p = x > 100 ? &r : 0;
  if (x > 50)
    *p = 1; // @reachable null-access
  return r + sum();
}
