/* Chained hashing with heads and links in index arrays. */
static unsigned short head[1024], link[64];
static unsigned key[64];

int main(void) {
  unsigned n = 1;
  for (int i = 0; i < 14; i++) {
    unsigned k = in_int(), h = (k ^ k >> {{n 5 12}}) & 1023;
    unsigned short p = head[h];
    while (p && key[p] != k) p = link[p];
    if (p) return (int)p;
    key[n] = k; link[n] = head[h]; head[h] = (unsigned short)n++;
  }
  return 0;
}
