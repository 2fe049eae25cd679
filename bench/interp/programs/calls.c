/* Calls: a recursive function, and one through a table of pointers. */
typedef int (*op)(int, int);

static int add(int a, int b) { return (a + b) & 0xffff; }
static int sub(int a, int b) { return (a - b) & 0xffff; }
static const op table[2] = {add, sub};

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
  int x = 0;
  for (;;)
    x = table[x & 1](x, fib(15));
}
