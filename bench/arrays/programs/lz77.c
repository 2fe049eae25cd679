/* Copies from unknown distances inside a window of 4096 bytes. */
static unsigned char win[4096];

int main(void) {
  unsigned pos = {{n 200 400}};
  for (unsigned i = 0; i < pos; i++) win[i] = (unsigned char)(i * {{n 3 77}});
  for (int k = 0; k < 5; k++) {
    unsigned d = (unsigned)in_int();
    if (d == 0 || d > pos) return 1;
    unsigned len = 2 + (in_byte() & 3);
    for (unsigned i = 0; i < len; i++, pos++) win[pos] = win[pos - d];
    if (win[pos - 1] == {{n 0 255}}) return 2;
  }
  return win[pos - 1] > 99;
}
