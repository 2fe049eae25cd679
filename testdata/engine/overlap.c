/* Design page verdicts: "memcpy ranges overlap: continues with any bytes in
   the destination". memmove may overlap. A range copied to itself is one that overlaps,
   but for the assignment of a structure, and stays as it is. */
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
static struct pair other;

static void T(int k) { (void)k; }

int main(void) {
  char a[6] = "abcde";
  int n = __VERIFIER_nondet_int();
  if (n == 1) {
    memcpy(a + 1, a, 3); // @reachable overlap
    if (a[1] == 'z')
      T(1); // @reachable reached
    if (a[0] != 'a' || a[4] != 'e')
      T(2); // @unreachable reached
  }
  if (n == 2) {
    memmove(a + 1, a, 3);
    if (a[1] != 'a' || a[3] != 'c')
      T(3); // @unreachable reached
  }
  if (n == 3) {
    memcpy(a + 3, a, 3); // @unreachable overlap
    if (a[3] != 'a')
      T(4); // @unreachable reached
  }
  if (n == 4)
    memcpy(a + 4, a, 3); // @reachable out-of-bounds
  if (n == 5) {
    memcpy(a, a, 3); // @reachable overlap
    if (a[0] != 'a' || a[2] != 'c')
      T(5); // @unreachable reached
  }
  if (n == 6)
    memcpy(a, a, n - 6); // @unreachable overlap
  if (n >= 7) {
    struct pair p = {n, 1}, *q = n == 8 ? &p : &other;
    p = *q; // @unreachable overlap
    if (n == 8 && p.a != 8)
      T(6); // @unreachable reached
    if (n == 9)
      memcpy(&other, q, sizeof other); // @reachable overlap
    if (n == 11)
      memcpy(&p, q, sizeof p); // @unreachable overlap
  }
  return 0;
}
