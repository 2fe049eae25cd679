/* Traps for interpolants (design page engine): a store through a pointer adds
   where it points *and* which objects of the interpolant it does not touch;
   objects are matched injectively, on byte ranges, not on names of cells. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void *__assay_alloc(unsigned long size, int zero);

/* One of two things; which one is visited first is tested both ways. */
#ifndef FLIP
#define FLIP 0
#endif
#define EITHER(a, b)              \
  do {                            \
    if (__VERIFIER_nondet_bool()) \
      if (FLIP)                   \
        a;                        \
      else                        \
        b;                        \
    else if (FLIP)                \
      b;                          \
    else                          \
      a;                          \
  } while (0)

static void T(void) {}

/* The program of the design page: with y = &(*y) a tautology the aliased state
   would be pruned. */
static void blocks(void) {
  int *y = __assay_alloc(4, 0);
  int *z;
  EITHER(z = __assay_alloc(4, 0), z = y);
  *z = 1;
  *y = 1;
  *y = 0;
  if (*z == 0)
    T(); // @reachable reached
  if (*z == 0 && z != y)
    T(); // @unreachable reached
}

/* Two pointers, equal or not. */
static void equal_or_not(void) {
  int v = 0, w = 0;
  int *p = &v, *q = &v;
  EITHER(q = &w, q = &v);
  *p = 1;
  *q = 2;
  if (*p == 2)
    T(); // @reachable reached
  if (v == 1 && w == 0)
    T(); // @unreachable reached
}

/* Matching is injective: exchanged pointers are a state of their own. */
static void exchanged(void) {
  int v = 1, w = 2;
  int *p = &v, *q = &w;
  if (FLIP == __VERIFIER_nondet_bool()) {
    p = &w;
    q = &v;
  }
  *p = *p + 10;
  if (w == 12)
    T(); // @reachable reached
  if (v == 11 && w == 12)
    T(); // @unreachable reached
  if (*q == 2)
    T(); // @reachable reached
}

/* A store to one byte of a wider cell. */
static void part(void) {
  int v = 0, w = 0;
  char *p;
  EITHER(p = (char *)&w, p = (char *)&v);
  p[1] = 1;
  if (v == 256)
    T(); // @reachable reached
  if (v == 1)
    T(); // @unreachable reached
}

/* Overlapping byte ranges. */
static void ranges(void) {
  unsigned char b[8] = {0};
  int k = 0x01010101;
  unsigned at;
  EITHER(at = 0, at = 2);
  __builtin_memcpy(b + at, &k, 4);
  if (b[5] == 1)
    T(); // @reachable reached
  if (b[6] == 1)
    T(); // @unreachable reached
  if (b[0] == 1 && b[5] == 1)
    T(); // @unreachable reached
}

/* Elements of one object. */
static void elements(void) {
  int a[2] = {0, 0};
  int *p;
  EITHER(p = &a[0], p = &a[1]);
  *p = 1;
  a[0] = 0;
  if (*p == 1)
    T(); // @reachable reached
  if (a[0] == 1)
    T(); // @unreachable reached
}

/* A store to another element than the one that matters. */
static void misses(void) {
  int a[2] = {0, 0};
  int *p;
  EITHER(p = &a[1], p = &a[0]);
  *p = 1;
  if (a[1] == 1)
    T(); // @reachable reached
  if (a[0] == 1 && a[1] == 1)
    T(); // @unreachable reached
}

/* A value that is stored over two bytes of a wider cell. */
static void two_bytes(void) {
  int v = 0;
  short k;
  EITHER(k = 256, k = 1);
  *(short *)&v = k;
  if (v == 256)
    T(); // @reachable reached
  if (v == 257)
    T(); // @unreachable reached
}

/* A pointer in memory. */
static void second_level(void) {
  int v = 0, w = 0;
  int *p = &v;
  int **pp = &p;
  EITHER(*pp = &w, *pp = &v);
  **pp = 7;
  if (v == 7)
    T(); // @reachable reached
  if (v == 7 && w == 7)
    T(); // @unreachable reached
}

/* An unknown index: the contents of the object are an array. */
static void index(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i = (unsigned)__VERIFIER_nondet_int() % 4, j = 1;
  if (__VERIFIER_nondet_bool())
    j = 2;
  a[i] = 5;
  a[1] = 0;
  if (a[j] == 5)
    T(); // @reachable reached
  if (a[j] == 5 && i != 2)
    T(); // @unreachable reached
}

/* The same structure, copied before or after a field changes. */
static void copies(void) {
  struct S {
    int m;
    char c;
    int n;
  } s = {1, 2, 3}, t = {0, 0, 0};
  EITHER(s.n = 4, s.n = 3);
  __builtin_memcpy(&t, &s, sizeof t);
  s.n = 9;
  if (t.n == 4)
    T(); // @reachable reached
  if (t.n == 9)
    T(); // @unreachable reached
  if (t.m + t.c != 3)
    T(); // @unreachable reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: blocks(); break;
  case 1: equal_or_not(); break;
  case 2: exchanged(); break;
  case 3: part(); break;
  case 4: ranges(); break;
  case 5: elements(); break;
  case 6: second_level(); break;
  case 7: index(); break;
  case 8: copies(); break;
  case 9: misses(); break;
  case 10: two_bytes(); break;
  }
  return 0;
}
