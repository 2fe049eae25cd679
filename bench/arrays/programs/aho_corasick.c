/* The goto function of a matcher as one table of short words. */
static const unsigned short delta[40 * 32] = { {{list 1280 0 39}} };
static const unsigned char out[40] = { {{list 40 0 1}} };

int main(void) {
  unsigned s = 0, hits = 0;
  for (int k = 0; k < 7; k++) {
    unsigned char c = in_byte();
    if (c < 'a' || c > 'z') { s = 0; continue; }
    s = delta[s * 32 + (c - 'a')];
    if (out[s]) hits++;
  }
  return (int)hits;
}
