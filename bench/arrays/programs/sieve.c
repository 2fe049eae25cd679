/* A set of bits in 256 words of eight bytes. */
static unsigned long bits[256];

int main(void) {
  unsigned n = 0;
  for (int k = 0; k < 14; k++) {
    unsigned v = (unsigned)in_int() & 16383;
    unsigned long m = 1ul << (v & 63);
    if (bits[v >> 6] & m) n++;
    else bits[v >> 6] |= m;
    if (n > {{n 4 5}}) return 1;
  }
  return 0;
}
