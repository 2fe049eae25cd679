/* Leaks are judged at the end of the program: a block that nothing points to. */
extern int __VERIFIER_nondet_int(void);
void *__assay_alloc(unsigned long size, int zero);
void __assay_free(void *p);

static void *kept;

static int lose(int n) {
  char *p = __assay_alloc(4, 1);
  if (n == 1)
    return 0;
  if (n == 2)
    kept = p;
  else
    __assay_free(p);
  return 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 0) {
    int r = lose(__VERIFIER_nondet_int());
    if (r)
      return 1;
  }
  lose(2);
  return 0;
} // @reachable leak
