/* Constructs that programs rarely have and readers of IR trip over. */
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void *allocate(size_t a, size_t b) __attribute__((alloc_size(1, 2), malloc, returns_nonnull, alloc_align(2)));
__attribute__((section(".data.x"), aligned(64))) int placed = 3;
__attribute__((visibility("hidden"))) int hidden;
__thread char per_thread[4] = "ab";
static int by_reference(void) __attribute__((weakref("real_name")));

static int implementation(int x) { return x; }
static void *resolver(void) { return (void *)implementation; }
int indirect(int) __attribute__((ifunc("resolver")));

__int128 wide(__int128 a, unsigned __int128 b) { return a * 3 + (b >> 7) % 10; }
double complex complex_numbers(double complex a, float complex b) { return a * b + creal(a); }
long double extended(long double a, int b) { return a * b + 0.1L; }

int on_stack(int n) {
  char *p = __builtin_alloca(n);
  p[0] = 1;
  return p[n - 1];
}

struct bits {
  _Bool t : 1;
  signed s : 7;
  unsigned long long w : 50;
  int : 0;
  char c;
} __attribute__((packed));
struct bits table_of_bits[2] = {{1, -3, 12345678901ULL, 'x'}};
int use_bits(struct bits *p) {
  p->w += p->s;
  return p->t;
}

int assembly(int *p) {
  int r;
  __asm__ volatile("movl %1,%0; incl %1" : "=r"(r), "+m"(*p)::"memory", "cc");
  return r;
}

int assembly_with_jump(int x) {
  __asm__ goto("test %0,%0; jz %l1" ::"r"(x)::label);
  return 1;
label:
  return 0;
}

int variable_parameter(int n, int a[n][n + 1]) { return a[n - 1][n]; }

union number { int i; float f; struct { short a, b; } s; };
union number one = {.f = 1.5f};
union number two[2] = {{.i = 1}, {.s = {2, 3}}};

int wide_characters(void) {
  wchar_t w[] = L"h\u00e9";
  return w[1] + toupper('a') + errno;
}

void clean(int *p) { (*p)++; }
int cleaned(void) {
  int x __attribute__((cleanup(clean))) = 2;
  if (x) return 1;
  return x;
}

struct nested {
  struct {
    int a;
    union { char b[4]; int c; };
  };
  int (*fp[3])(struct nested *);
} nested = {{1, {"abc"}}, {0}};

int statement_expression(int x) { return ({ int y = x * 2; y + 1; }); }
int ranges(int x) {
  switch (x) {
  case 1 ... 50: return 1;
  case 'a': return 2;
  }
  return 0;
}
_Noreturn void die(void) { abort(); }
int generic(int x) { return _Generic(x, int: 1, default: 2); }

static const struct { const char *name; int (*f)(int); } dispatch[] = {{"a", generic}, {"b", ranges}, {0, 0}};
int use_dispatch(int i) { return dispatch[i].f(i) + (int)strlen(dispatch[i].name); }

double mathematics(double x) { return sin(x) + floor(x) + fabs(x) + pow(x, 2) + isnan(x) + INFINITY; }
int conversions(double d) { return (int)d + (unsigned char)d; }

jmp_buf buffer;
int jumps(void) {
  if (setjmp(buffer)) return 1;
  longjmp(buffer, 1);
}
void *thread(void *a) { return a; }
int threads(void) {
  pthread_t t;
  return pthread_create(&t, 0, thread, 0);
}

typedef float v8 __attribute__((vector_size(32)));
v8 vectors(v8 a, v8 b) { return a * b; }
char *literal(void) { return "\"quoted\" \\ \x01 ;!{} = freeze 0xL"; }
int compound(void) { return ((int[]){1, 2, 3})[2] + (struct bits){.c = 3}.c; }

int main(int argc, char **argv) { return (int)strlen(argv[0]) + indirect(argc) + by_reference(); }
