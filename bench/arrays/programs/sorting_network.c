/* Batcher's network over eight unknown numbers, reached through indices. */
static const unsigned char net[19][2] = {
  {0,1},{2,3},{4,5},{6,7},{0,2},{1,3},{4,6},{5,7},{1,2},{5,6},{0,4},{1,5},{2,6},{3,7},{2,4},{3,5},{1,2},{3,4},{5,6}};

int main(void) {
  int a[8], n = 19;
  for (int i = 0; i < 8; i++) a[i] = in_byte();
  for (int k = 0; k < n; k++) {
    int i = net[k][0], j = net[k][1];
    if (a[i] > a[j]) { int t = a[i]; a[i] = a[j]; a[j] = t; }
  }
  unsigned p = in_byte() & 7, q = in_byte() & 7;
  if (p < q && a[p] > a[q]) return 1;
  return 0;
}
