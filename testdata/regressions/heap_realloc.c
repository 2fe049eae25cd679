/* realloc moves the bytes and ends the old block's life, or fails and leaves
   it alone; malloc's bytes are unwritten, calloc's are zero. */
#include <stdlib.h>

static void T(int k) { (void)k; }

int main(void) {
  int *p = malloc(4);
  if (!p)
    return 0;
  int u = *p; // @reachable uninitialised-read
  if (u == 42)
    T(1); // @reachable reached
  *p = 5;
  int *q = realloc(p, 8);
  if (!q) {
    if (*p != 5) // @unreachable dead-access
      T(2); // @unreachable reached
    return 0;
  }
  if (*q != 5)
    T(3); // @unreachable reached
  u = q[1]; // @reachable uninitialised-read
  int *z = calloc(1, 4);
  if (z && *z != 0) // @unreachable uninitialised-read
    T(4); // @unreachable reached
  *p = 1; // @reachable dead-access
  T(5); // @unreachable reached
  return 0;
}
