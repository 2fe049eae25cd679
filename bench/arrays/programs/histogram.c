/* Counts over 2048 words, then looks for a pair of equal counts. */
static unsigned count[2048];

int main(void) {
  unsigned last = 0;
  for (int k = 0; k < 16; k++) {
    unsigned i = (unsigned)in_int() % {{n 1500 2048}};
    count[i]++;
    if (count[i] > {{n 2 3}}) return 1;
    if (k && count[last] == count[i]) last = i;
  }
  return count[last] > 1;
}
