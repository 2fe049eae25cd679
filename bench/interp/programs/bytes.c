/* Bytes: a ring of characters that is filled, searched and folded. */
static unsigned char ring[256];

static int find(const unsigned char *p, int n, unsigned char c) {
  for (int i = 0; i < n; i++)
    if (p[i] == c)
      return i;
  return -1;
}

int main(void) {
  unsigned seed = 7;
  for (;;) {
    for (int i = 0; i < 256; i++) {
      seed = seed * 1103515245u + 12345u;
      ring[i] = (unsigned char)(seed >> 16);
    }
    int at = find(ring, 256, (unsigned char)seed);
    ring[at & 255] ^= 0x5a;
  }
}
