/* An integer loop with memory traffic: two loads and a store of words for
 * each round, everything else in the registers that clang's -O0 keeps in
 * memory. */
static unsigned a[64];

int main(void) {
  unsigned h = 1;
  for (;;) {
    for (int i = 0; i < 64; i++) {
      a[i] = a[i] * 31u + h;
      h ^= a[(i + 7) & 63] >> 3;
    }
  }
}
