/* Arrays whose elements in use follow each other, behind the last the first. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int a[10];

/* As many as a counter says, in an array whose length is no power of two. */
static void counted(void) {
  static struct {
    int busy, length;
  } ring[7];
  static int first, end, n;
  while (__VERIFIER_nondet_int()) {
    if (n != 7 && __VERIFIER_nondet_int()) {
      ring[end].busy = 1;
      end = (end + 1) % 7;
      n++;
    } else if (ring[first].busy) {
      ring[first].busy = 0;
      if (++first == 7)
        first = 0;
      n--;
    }
    a[n] = 1; // @unreachable index-bound
  }
}

/* The element in front of the end is not cleared. */
static void kept(void) {
  static int busy[7];
  static int first, end, n;
  while (__VERIFIER_nondet_int()) {
    if (n != 7 && __VERIFIER_nondet_int()) {
      busy[end] = 1;
      end = (end + 1) % 7;
      n++;
    } else if (busy[first]) {
      if (first != 6)
        busy[first] = 0;
      first = (first + 1) % 7;
      n--;
    }
    a[n] = 1; // @reachable index-bound
  }
}

/* From one index to another: pointers, and elements that nothing has initialised. */
static void between(void) {
  static int items[3];
  int *queue[8];
  unsigned char tags[8];
  unsigned first = 0, end = 0;
  while (__VERIFIER_nondet_int()) {
    if ((end + 1) % 8 != first && __VERIFIER_nondet_int()) {
      queue[end] = &items[__VERIFIER_nondet_int() & 1];
      tags[end] = 1;
      end = (end + 1) % 8;
    } else if (first != end) {
      if (tags[first]) // @unreachable uninitialised-read
        *queue[first] = 1; // @unreachable uninitialised-read null-access
      first = (first + 1) % 8;
    }
  }
}

/* One more is taken than is there. */
static void emptied(void) {
  static int items[3];
  int *queue[8];
  unsigned first = 0, end = 0;
  while (__VERIFIER_nondet_int()) {
    if ((end + 1) % 8 != first && __VERIFIER_nondet_int()) {
      queue[end] = &items[__VERIFIER_nondet_int() & 1];
      end = (end + 1) % 8;
    } else {
      *queue[first] = 1; // @reachable uninitialised-read
      first = (first + 1) % 8;
    }
  }
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0:
    counted();
    break;
  case 1:
    kept();
    break;
  case 2:
    between();
    break;
  default:
    emptied();
  }
  return 0;
}
