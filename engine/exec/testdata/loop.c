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
