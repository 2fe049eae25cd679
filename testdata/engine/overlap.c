/* Design page verdicts: "memcpy ranges overlap: continues with any bytes in
   the destination". memmove may overlap. */
#include <string.h>
extern int __VERIFIER_nondet_int(void);

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
  return 0;
}
