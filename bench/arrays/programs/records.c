/* Fields of two widths in one array of records. */
struct r { unsigned id; unsigned short next; unsigned char tag, len; };
static struct r t[300];

int main(void) {
  for (int k = 0; k < 12; k++) {
    unsigned i = (unsigned)in_int(), j = in_byte();
    if (i >= 300) return 1;
    t[i].id = i ^ {{n 1 255}}; t[i].next = (unsigned short)j; t[i].tag = (unsigned char)k;
    if (t[j].id == (j ^ 7) && t[j].tag > 1) return 2;
    if (t[j].next == i) return 3;
  }
  return 0;
}
