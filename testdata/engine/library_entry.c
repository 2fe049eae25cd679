/* verdicts.md, Entry other than main: parameters hold anything, pointers may be
 * null, alias each other and variables, and point into objects of any size. */
// @entry update
int limit = 10;

int update(int *p, int *q, int i) {
  if (!p)
    return *q; // @reachable null-access
  if (!q || p == q)
    return 0;
  *p = 1; // @reachable out-of-bounds
  *q = 2;
  if (*p == 2)
    return 100 / (i - 5); // @unreachable division-by-zero
  limit = 3;
  if (*p != 1)
    return 100 / (i - 6); // @reachable division-by-zero
  if (p[-1] == 9)
    return 100 / i; // @reachable division-by-zero
  return i;
}
