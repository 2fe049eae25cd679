/* A checksum by table look-up, compared after each byte. */
static const unsigned table[256] = { {{list 256 1 2000000000}} };

int main(void) {
  unsigned c = ~0u;
  int r = 0;
  for (int k = 0; k < 9; k++) {
    c = table[(c ^ in_byte()) & 255] ^ c >> 8;
    if ((c & 0xff) == {{n 0 255}}) r++;
    if (c > {{n 1000000000 2000000000}}u) r += 2;
  }
  return r;
}
