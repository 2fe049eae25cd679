/* Decodes base64 through a table of 256 bytes, with a checksum. */
static signed char rev[256];
static const char code[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
  int r = 0;
  unsigned sum = {{n 1 255}};
  for (int i = 0; i < 256; i++) rev[i] = -1;
  for (int i = 0; i < 64; i++) rev[(unsigned char)code[i]] = (signed char)i;
  for (int k = 0; k < 8; k++) {
    unsigned v = 0;
    for (int j = 0; j < 4; j++) {
      unsigned char c = in_byte();
      if (c == '=') return 1;
      int d = rev[c];
      if (d < 0) return 2;
      v = v << 6 | (unsigned)d;
    }
    for (int j = 16; j >= 0; j -= 8) sum = (sum * 5 + (v >> j & 255)) & 0xffff;
    if (sum == {{n 1000 60000}}) r++;
  }
  return r + (sum > {{n 20000 50000}});
}
