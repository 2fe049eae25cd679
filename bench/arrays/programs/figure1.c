/* The program of the paper's figure 1 over a larger array: two indices under a
   linear constraint, two elements under another. */
static const int a[{{n 40 60}}] = { {{list (n 40 40) 0 5}} };

int main(void) {
  int r = 0;
  for (int k = 0; k < 15; k++) {
    int i = in_int(), j = in_int();
    if (i < 0 || i > 39 || j < 0 || j > 39 || i + j <= 60 - k) return r;
    if (a[i] + a[j] > 10) r |= 1 << k;
    else if (a[i] + a[j] > 7) r |= 2 << k;
  }
  return r;
}
