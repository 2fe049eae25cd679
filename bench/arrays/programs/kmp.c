/* Knuth, Morris and Pratt: the failure function over an unknown text. */
static const unsigned char pat[12] = { {{list 12 97 98}} };

int main(void) {
  int fail[13], n = 0;
  fail[0] = -1;
  for (int i = 0, j = -1; i < 12;) {
    while (j >= 0 && pat[i] != pat[j]) j = fail[j];
    fail[++i] = ++j;
  }
  for (int i = 0, j = 0; i < 30; i++) {
    unsigned char c = in_byte();
    while (j >= 0 && c != pat[j]) j = fail[j];
    j++;
    if (j == {{n 4 6}}) { n++; j = fail[j]; }
  }
  return n;
}
