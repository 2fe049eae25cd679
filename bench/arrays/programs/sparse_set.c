/* Briggs and Torczon: two arrays that certify each other. */
static unsigned dense[1024], sparse[1024];

int main(void) {
  unsigned n = 0;
  for (int k = 0; k < 14; k++) {
    unsigned v = (unsigned)in_int();
    if (v >= {{n 800 1024}}) return 1;
    if (sparse[v] < n && dense[sparse[v]] == v) continue;
    dense[n] = v; sparse[v] = n++;
  }
  for (unsigned i = 0; i < n; i++) if (sparse[dense[i]] != i) return 2;
  return 0;
}
