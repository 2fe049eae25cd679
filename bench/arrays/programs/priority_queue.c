/* Sifts up and down in a binary heap of 1500 words that starts anywhere. */
static int h[1500];

int main(void) {
  unsigned n = in_byte() + {{n 200 600}}u;
  for (int k = 0; k < 6; k++) {
    unsigned i = n++;
    h[i] = in_int();
    for (int d = 0; d < 3 && i && h[(i - 1) / 2] > h[i]; d++) {
      int t = h[i]; h[i] = h[(i - 1) / 2]; h[(i - 1) / 2] = t;
      i = (i - 1) / 2;
    }
    if (i < {{n 5 20}}) return 1;
  }
  return h[0] < 0;
}
