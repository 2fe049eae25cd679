/* Found by the campaign (seed 7002088): a structure passed by value was not
   demanded to be readable, so a path on which it is not was pruned. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
static void T(int k) { (void)k; }
static int variadic(int n, ...) {
  va_list ap;
  va_start(ap, n);
  unsigned s = 0;
  while (n-- > 0)
    s += (unsigned)va_arg(ap, int);
  va_end(ap);
  return (int)(s & 1023);
}
struct S {
  char m0;
  long m1;
  short m2[3];
  char m3;
};
static int f0(struct S a2, struct S a3, struct S *a4);
static int f0(struct S a2, struct S a3, struct S *a4) {
  {
    return 0;
  }
    return 0;
}
int main(void) {
  {
    long x15 = (__VERIFIER_nondet_short() & 7);
    int x16 = (__VERIFIER_nondet_ulong() % 15);
    struct S r19 = {0};
    struct S r20 = {0};
    if (x15) {
    }
    x16 = f0(r19, r19, (&r20));
    if (x16) {
      T(30); // @unreachable reached
    }
  }
    return 0;
}

