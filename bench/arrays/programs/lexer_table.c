/* A scanner with one transition row of 256 bytes per state. */
enum { S = {{n 10 20}} };
static const unsigned char next[S * 256] = { {{list 5120 0 9}} };
static const unsigned char accept[S] = { {{list 10 0 2}} };

int main(void) {
  unsigned state = 0, tokens = 0;
  for (int k = 0; k < 12; k++) {
    unsigned char c = in_byte();
    state = next[state * 256 + c];
    if (accept[state] == 1) { tokens++; state = 0; }
    else if (accept[state] == 2 && tokens > 2) return tokens;
  }
  return 0;
}
