/* An interpreter: unknown code over a memory of 2048 words. */
static unsigned mem[2048];

int main(void) {
  unsigned acc = {{n 1 9}}, x = 0;
  for (int k = 0; k < 10; k++) {
    unsigned op = in_byte(), arg = (unsigned)in_int();
    switch (op & 7) {
    case 0: x = arg & 2047; break;
    case 1: acc += mem[x]; break;
    case 2: mem[x] = acc; break;
    case 3: acc = arg; break;
    case 4: if (acc == mem[(x + 1) & 2047]) return 1; break;
    case 5: x = mem[x] & 2047; break;
    default: if (acc > 1000 + x) return 2;
    }
  }
  return 0;
}
