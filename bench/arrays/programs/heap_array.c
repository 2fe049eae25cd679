/* A block from malloc of unknown length, read and written at unknown places. */
int main(void) {
  unsigned n = (unsigned)in_int();
  if (n < 8 || n > {{n 3000 5000}}) return 1;
  int r = 0, *a = malloc(n * sizeof *a);
  if (!a) return 2;
  for (int i = 0; i < 8; i++) a[i] = in_byte();
  for (int k = 0; k < 14; k++) {
    unsigned i = (unsigned)in_int();
    if (i >= n) break;
    a[i] = k * {{n 2 9}};
    unsigned j = in_byte() & 7;
    if (a[j] > 250) return 3;
    if (a[j] == k) r++;
  }
  free(a);
  return r;
}
