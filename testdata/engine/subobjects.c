/* Design page verdicts: "index outside a sub-array but inside the object:
   index bound, continues"; "outside the object: ends". */
extern int __VERIFIER_nondet_int(void);

static void T(int k) { (void)k; }

struct pair {
  int first[3];
  int second;
};

static struct pair s = {{1, 2, 3}, 4};
static char m[2][3];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i == 3) {
    int x = s.first[i]; // @reachable index-bound
    if (x == 4)
      T(1); // @reachable reached
    if (x != 4)
      T(2); // @unreachable reached
  }
  if (i == 4) {
    s.first[i] = 1; // @reachable out-of-bounds
    T(3); // @unreachable reached
  }
  if (i >= 0 && i < 6) {
    m[0][i] = 1; // @reachable index-bound
    T(4); // @reachable reached
    m[0][i] = 2; // @unreachable out-of-bounds
  }
  if (i == 7) {
    struct pair *p = 0;
    p->second = 1; // @reachable null-access
    T(5); // @unreachable reached
  }
  return 0;
}
