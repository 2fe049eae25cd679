/* A ring of 1024 words with unknown head and tail. */
static int q[1024];

int main(void) {
  unsigned h = (unsigned)in_int() & 1023, t = h;
  for (int k = 0; k < 18; k++) {
    unsigned char c = in_byte();
    if (c & 1) { if (((t + 1) & 1023) == h) return 9; q[t] = c; t = (t + 1) & 1023; }
    else if (h != t) { int v = q[h]; h = (h + 1) & 1023; if ((v & 1) == 0) return 8; if (v > {{n 150 250}}) return 7; }
  }
  return (int)((t - h) & 1023);
}
