/* Union and find with path halving over 1024 parents. */
static unsigned parent[1024];

static unsigned find(unsigned x) {
  for (int n = 0; n < 4 && parent[x]; n++) {
    if (parent[parent[x]]) parent[x] = parent[parent[x]];
    x = parent[x] & 1023;
  }
  return x;
}

int main(void) {
  for (int k = 0; k < 4; k++) {
    unsigned a = find((unsigned)in_int() & 1023), b = find((unsigned)in_int() & 1023);
    if (a == b) return 1;
    if (a && b) parent[a] = b;
  }
  return find({{n 1 1000}}) == find({{n 1 1000}});
}
