/* Compare and exchange at unknown places of a large array. */
static unsigned a[1024];

int main(void) {
  for (int i = 0; i < 6; i++) a[{{n 0 100}} + i * {{n 10 140}}] = in_int();
  for (int k = 0; k < 9; k++) {
    unsigned i = in_int(), j = in_int();
    if (i >= 1024 || j >= 1024 || i >= j) return 1;
    if (a[i] > a[j]) { unsigned t = a[i]; a[i] = a[j]; a[j] = t; }
  }
  return a[0] < a[1];
}
