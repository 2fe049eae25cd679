/* An access that ends behind the beginning of its object, when offset and
   length are added up modulo the width of an address, lies outside of it. */
extern int __VERIFIER_nondet_int(void);

struct __attribute__((packed)) word {
  long value;
};

int main(void) {
  char bytes[16] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < -8 || i > -2)
    return 0;
  long v = ((struct word *)(bytes + i))->value; // @reachable out-of-bounds
  return v != 0;
}
