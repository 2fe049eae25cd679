/* Follows links through an unknown array of 2048 words. */
int main(void) {
  static unsigned next[2048];
  for (int i = 0; i < 2048; i++) next[i] = (unsigned)(i * {{n 3 99}} + 1) & 2047;
  for (int k = 0; k < 4; k++) next[(unsigned)in_int() & 2047] = (unsigned)in_int() & 2047;
  unsigned p = 0;
  for (int k = 0; k < 9; k++) {
    p = next[p];
    if (p == {{n 1 2000}}) return 1;
    if (p == 0) return 2;
  }
  return 0;
}
