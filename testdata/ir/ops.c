/* Constructs of C, one function each, for the reader of LLVM IR. No system
   header: it is also compiled with -m32. */
#include <stdarg.h>
#include <stddef.h>

typedef unsigned int u32;
typedef struct node { int key; struct node *next; } node;
enum colour { RED, GREEN = 5 };
union word { u32 all; unsigned char bytes[4]; };
struct flags { unsigned a : 3; int b : 5; unsigned long long c : 40; };
struct big { int x[20]; };
struct pair { int x; float y; };
struct flex { size_t n; int tail[]; };

extern int printf(const char *, ...);
extern void *malloc(size_t);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern int external_table[];
extern int old_style();
_Noreturn void stop(int);

static int counter;
const int primes[4] = {2, 3, 5, 7};
int matrix[3][4];
int values[10] = {1, 2, 3};
int *past_end = &values[10];
int *inside = &matrix[1][2];
char text[16] = "hello";
const char *const greeting = "hi";
node second = {2, 0}, first = {1, &second};
double numbers[] = {1.5, -0.0, 1e300, 5e-324};
float small = 0.1f;
long double wide = 3.14L;
struct flags packed_bits = {5, -3, 77};
_Thread_local int per_thread = 4;
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
int (*const table[])(int, int) = {add, sub};
size_t distance_in_object = (size_t)((char *)&matrix[1] - (char *)&matrix[0]);

int arithmetic(int a, int b, unsigned c, unsigned d) {
  int r = a + b - a * b;
  r += a / b + a % b;
  c = c / d + c % d;
  r <<= 3;
  r >>= b;
  c = (c >> d) & 255 | c ^ ~d;
  return r + (int)c + -a;
}

long long widths(signed char c, short s, long long l, unsigned char u) {
  return c + s * l - (long long)u + (short)l;
}

int compare(int a, unsigned b, int *p, int *q) {
  return (a < 0) + (a <= 1) + (a > 2) + (a >= 3) + (a == 4) + (a != 5) + (b < 6) + (b <= 7) + (b > 8) +
         (b >= 9) + (p == q) + (p < q) + !p;
}

double floating(double x, float y, int i, unsigned u) {
  double r = x + y - x * y / 2;
  r = -r;
  r += i;
  r += u;
  return (x < y) + (x <= y) + (x > y) + (x >= y) + (x == y) + (x != y) + (int)r + (unsigned)r + (float)r;
}

int control(int n) {
  int i, sum = 0;
  for (i = 0; i < n; i++) {
    int j = 0;
    while (j < i) {
      if (j == 7) break;
      if (j & 1) { j += 2; continue; }
      j++;
    }
    sum += j;
  }
  do sum--; while (sum > 100);
  switch (sum) {
  case 1: return 10;
  case 2: case -3: sum = 4;
  case 9: sum++; break;
  default: sum = n ? sum && n : sum || i;
  }
  return sum > 3 ? sum : -sum;
}

int jumps(int i) {
  static void *labels[] = {&&one, &&two};
  goto *labels[i & 1];
one:
  return 1;
two:
  if (i > 10) goto one;
  return 2;
}

int entangled(int n) { /* a loop with two entries */
  if (n & 1) goto second_half;
first_half:
  n--;
second_half:
  n -= 2;
  if (n > 0) goto first_half;
  return n;
}

int pointers(node *p, int n) {
  int local[8], grid[2][3];
  union word w;
  node *q = p;
  for (; q; q = q->next) counter += q->key;
  local[n] = 1;
  grid[1][n] = 2;
  grid[0][4] = 3;
  w.all = 0x01020304;
  p[n].key = matrix[n][2] + matrix[2][n] + values[12];
  *(local + n) += w.bytes[n & 3];
  return local[0] + (int)(&local[n] - local) + *(char *)((size_t)p + 1);
}

int flexible(struct flex *f, int n) { return f->tail[n] + external_table[n]; }

int fields(struct flags *f) {
  f->a = 3;
  f->b++;
  return f->a + f->b + (int)f->c;
}

struct big by_memory(struct big b, int n) { b.x[n] = n; return b; }
struct pair by_register(struct pair p) { p.x++; return p; }
int aggregates(int n) {
  struct big b = {{1, 2}}, c;
  struct pair p = {1, 2.5f};
  c = by_memory(b, n);
  p = by_register(p);
  return c.x[1] + p.x + (int)p.y;
}

int sum(int n, ...) {
  va_list ap, copy;
  int total = 0;
  va_start(ap, n);
  va_copy(copy, ap);
  while (n-- > 0) total += va_arg(ap, int);
  total += (int)va_arg(copy, double);
  va_end(copy);
  va_end(ap);
  return total;
}

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int calls(int n, int (*f)(int)) {
  qsort(values, 10, sizeof values[0], order);
  printf("%d %s\n", n, greeting);
  old_style(n, 2.0, "x");
  if (n > 100) stop(n);
  return f(n) + table[n & 1](n, 2) + sum(2, n, 3) + calls(n - 1, f);
}

int variable_length(int n) {
  int v[n];
  {
    int w[n + 1];
    w[0] = n;
    v[0] = w[0];
  }
  return v[n - 1];
}

int scopes(int n) {
  int *p;
  {
    int inner = n;
    p = &inner;
  }
  return *p;
}

_Bool truth(_Bool b, enum colour c) { return !b || c == GREEN; }

int builtins(int a, int b, unsigned u, unsigned long long l) {
  int r;
  unsigned v;
  long long w;
  if (__builtin_add_overflow(a, b, &r)) return 1;
  if (__builtin_sub_overflow(a, b, &r)) return 2;
  if (__builtin_mul_overflow(a, b, &r)) return 3;
  if (__builtin_add_overflow(u, 3u, &v) || __builtin_sub_overflow(u, 3u, &v)) return 4;
  if (__builtin_mul_overflow(u, 3u, &v)) return 5;
  w = __builtin_bswap32(u) + __builtin_popcount(u) + __builtin_clz(u) + __builtin_ctz(u);
  w += __builtin_rotateleft32(u, 3) + __builtin_rotateright32(u, 5) + __builtin_bitreverse32(u);
  w += __builtin_expect(a, 0) + __builtin_constant_p(a) + __builtin_abs(b) + (long long)l;
  w += (int)__builtin_object_size((char *)l, 0);
  __builtin_memcpy(text, greeting, 2);
  __builtin_memmove(text + 1, text, (size_t)a);
  __builtin_memset(text, b, 4);
  __builtin_assume(a > 0);
  __builtin_prefetch(text);
  if (a == b) __builtin_trap();
  if (a < b) __builtin_unreachable();
  return (int)w + (__builtin_frame_address(0) != 0) + (__builtin_return_address(0) != 0);
}

double mathematics(double x, float y) {
  return __builtin_fabs(x) + __builtin_copysign(x, (double)y) + __builtin_floorf(y) + __builtin_fma(x, x, 1.0);
}

int volatile_and_atomic(volatile int *p, int *q, _Atomic int *at) {
  int expected = 3;
  *p = *p + 1;
  *at += 2;
  __atomic_fetch_and(q, 7, __ATOMIC_SEQ_CST);
  __atomic_exchange_n(q, 9, __ATOMIC_ACQUIRE);
  __atomic_compare_exchange_n(q, &expected, 4, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return *q;
}

int statics(void) {
  static int hits = 3;
  return ++hits;
}

int uninitialised(void) {
  int x;
  if (x == 42) return 1;
  return 0;
}

int constants(void) { return (&values[3] < &values[5]) + (int)(size_t)&counter + (int)(size_t)&((node *)0)->next; }

int assembly(int a) {
  int r;
  __asm__("mov %1, %0" : "=r"(r) : "r"(a));
  return r;
}

int setjmp(void *) __attribute__((returns_twice));
void longjmp(void *, int) __attribute__((noreturn));
int nonlocal(void *env) {
  if (setjmp(env)) return 1;
  longjmp(env, 2);
}

__attribute__((constructor)) static void before(void) { counter = 1; }
__attribute__((destructor)) static void after(void) { counter = 2; }
int other_name(int) __attribute__((alias("statics_of")));
int statics_of(int n) { return n; }
__attribute__((weak)) extern int maybe_there(void);
int weak_call(void) { return maybe_there ? maybe_there() : other_name(1); }

typedef int v4 __attribute__((vector_size(16)));
v4 vectors(v4 a, v4 b, int i) {
  v4 c = a + b * 2;
  c[i] = a[0];
  return __builtin_shufflevector(c, b, 0, 5, 2, 7);
}

__extension__ typedef int wide_int __attribute__((mode(DI)));
wide_int wide_arithmetic(wide_int a, unsigned long long b) { return a * 3 - (wide_int)b; }

int main(int argc, char **argv) {
  return arithmetic(argc, 2, 3, 4) + argv[0][0] + control(argc);
}
