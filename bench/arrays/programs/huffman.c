/* Table-driven decoding: a window of 8 bits gives symbol and length. */
static const unsigned short sym[256] = { {{list 256 0 31}} };
static const unsigned char len[256] = { {{list 256 1 8}} };

int main(void) {
  unsigned hold = 0, bits = 0, count[32] = {0};
  for (int k = 0; k < 12; k++) {
    while (bits < 8) { hold |= (unsigned)in_byte() << bits; bits += 8; }
    unsigned s = sym[hold & 255], l = len[hold & 255];
    hold >>= l; bits -= l;
    if (s == {{n 1 31}}) break;
    count[s]++;
    if (count[s] > 2) return (int)s;
  }
  return 0;
}
