/* Shapes of control flow and of the call graph. */
typedef int (*handler)(int);
extern int __VERIFIER_nondet_int(void);
#define in __VERIFIER_nondet_int

static void (*last)(void);
int atexit(void (*f)(void)) { last = f; return 0; }
_Noreturn void exit(int code) { last(); for (;;) code++; }

void target(void) { in(); }
void other_target(void) { in(); }

static void die(int code) { exit(code); }
static int leaf(int x) { return x + 1; }
static int calls_target(int x) { if (x) target(); return x; }
static int never_returns(int x) { if (x) die(1); else die(2); return 0; }
static int recursive(int x) { return x <= 0 ? calls_target(x) : recursive(x - 1); }
static int endless(int x) { for (;;) x += in(); return x; }
static int endless_but_target(int x) { for (;;) if (in()) target(); return x; }
static void at_end(void) { other_target(); }

handler handlers[] = {leaf, calls_target};

static int through_pointer(int i) { return handlers[i & 1](i); }
static int wrong_arity(int i) { return ((int (*)(void))handlers[i & 1])(); }
static int after_die(int x) { die(x); target(); return x; }
static int before_target(int x) { leaf(x); target(); return leaf(x); }
static int diamond(int x) { if (x & 1) x = leaf(x); else x = endless(x); return x; }

int nested(int n) {
  int i, j, k, s = 0;
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) {
      for (k = 0; k < j; k++) { if (in()) goto out; s += k; }
      if (s > 100) continue;
      do { s++; if (in()) break; } while (s < 50);
    }
    while (in()) { if (s == 3) return s; s--; }
  }
out:
  for (;;) { switch (in()) { case 0: return s; case 1: continue; case 2: s++; break; default: s--; } s *= 2; }
}

int tangled(int n) {
  if (n > 3) goto b;
a:
  if (in()) goto c;
b:
  if (in()) goto a;
c:
  if (in()) goto b;
  return n;
}

int main(void) {
  int x = in();
  switch (x) {
  case 0: return leaf(x);
  case 1: return calls_target(x);
  case 2: return never_returns(x);
  case 3: return recursive(x);
  case 4: return endless(x);
  case 5: return endless_but_target(x);
  case 6: return through_pointer(x);
  case 7: return wrong_arity(x);
  case 8: return after_die(x);
  case 9: return before_target(x);
  case 10: return diamond(x);
  case 11: atexit(at_end); return nested(x);
  case 12: return tangled(x);
  }
  return 0;
}
