/* Decodes UTF-8 by class and transition tables, as Hoehrmann does. */
static const unsigned char cls[256] = { {{list 256 0 11}} };
static const unsigned char step[9 * 12] = { {{list 108 0 8}} };

int main(void) {
  unsigned s = 0, code = 0, n = 0;
  for (int k = 0; k < 14; k++) {
    unsigned char c = in_byte();
    unsigned t = cls[c];
    code = s ? (c & 63u) | code << 6 : (255u >> t) & c;
    s = step[s * 12 + t];
    if (s == 1) return 1;
    if (s == 0) { if (code > {{n 100 3000}}) n++; code = 0; }
  }
  return (int)n;
}
