/* Design page verdicts, "Addresses": "objects are disjoint only while their
   lifetimes overlap", "freed addresses may come back": `a = malloc(1); free(a);
   b = malloc(1); a == b` happens. malloc may fail. */
#include <stdlib.h>

static void T(int k) { (void)k; }

int main(void) {
  char *a = malloc(1);
  if (!a)
    T(1); // @reachable reached
  free(a);
  char *b = malloc(1);
  if (a && b && a == b)
    T(2); // @reachable reached
  if (a && b && a != b)
    T(3); // @reachable reached
  char *c = malloc(1);
  if (b && b == c)
    T(4); // @unreachable reached
  if (a)
    *a = 1; // @reachable dead-access
  free(b);
  free(b); // @reachable double-free
  return 0;
}
