/* Open addressing over a table of 512 words. */
static unsigned keys[512];

static int put(unsigned k) {
  unsigned h = (k * {{n 3 1001}}u >> 3) & 511;
  for (int n = 0; n < 3; n++, h = (h + 1) & 511) {
    if (keys[h] == k) return 1;
    if (keys[h] == 0) { keys[h] = k; return 0; }
  }
  return 2;
}

int main(void) {
  int r = 0;
  for (int i = 0; i < 12; i++) {
    unsigned k = in_int();
    if (k == 0) return r;
    r = r * 3 + put(k);
  }
  return r;
}
