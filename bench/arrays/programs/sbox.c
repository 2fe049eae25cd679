/* Two rounds of a substitution network with one box of 256 bytes. */
static const unsigned char box[256] = { {{perm 256}} };

int main(void) {
  int r = 0;
  unsigned char a = in_byte(), b = in_byte();
  for (int k = 0; k < 5; k++) {
    unsigned char t = box[a ^ {{n 1 255}}];
    a = (unsigned char)(box[b] + k);
    b = t;
    if (a == b) r++;
    if (a < {{n 5 40}}) r += 2;
  }
  return r + (a == {{n 0 255}} && b == {{n 0 255}});
}
