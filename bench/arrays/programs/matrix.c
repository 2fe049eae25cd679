/* Writes and reads of a matrix at unknown rows and columns. */
static int m[32][40];

int main(void) {
  int trace = 0;
  for (int k = 0; k < 14; k++) {
    unsigned i = in_byte(), j = in_byte();
    if (i >= 32 || j >= 40 || i + j > {{n 30 60}}) return 1;
    m[i][j] += (int)(i * 2 + k);
    if (m[j % 32][i] > {{n 4 20}}) trace++;
  }
  return trace;
}
