/* The corners of C and GNU C that a reader of clang's IR has to take. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bits { unsigned a : 3; int b : 11; uint64_t c : 40; } __attribute__((packed));
union overlay { int i; float f; struct bits b; char bytes[12]; };
struct flexible { size_t n; int data[]; };
struct big { long words[9]; };
typedef int vec4 __attribute__((vector_size(16)));

_Thread_local int per_thread = 3;
_Alignas(64) static char aligned[128];
__attribute__((section(".mysec"))) int in_section = 5;
__attribute__((weak)) int weak_var;
volatile int device;
static const char *const names[] = { "a", [3] = "d\"\\\n\x80", "größe" };
extern int alias_target(int);
int alias_target(int x) { return x + 1; }
int alias_name(int) __attribute__((alias("alias_target")));
static int (*table[2])(int) = { alias_target, alias_name };
struct node { struct node *next; int (*f)(struct node *, struct big); } ring = { &ring, 0 };
static intptr_t offset = (intptr_t)&((struct node *)0)->f;
static char *inside = (char *)&ring + 8;
wchar_t wide[] = L"wide";
long double ld = 1.5L;
float not_a_number = NAN;
double infinite = INFINITY;

int computed_goto(int x) {
    static void *labels[] = { &&zero, &&one };
    goto *labels[x & 1];
zero:
    return 0;
one:
    return 1;
}

int variadic(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int sum = 0;
    while (n-- > 0)
        sum += va_arg(ap, int);
    double d = va_arg(copy, double);
    struct big b = va_arg(copy, struct big);
    va_end(ap);
    va_end(copy);
    return sum + (int)d + (int)b.words[0];
}

int vla(int n, int m) {
    int a[n][m];
    memset(a, 0, sizeof a);
    int *p = __builtin_alloca(n);
    p[0] = a[n - 1][m - 1];
    return p[0] + (int)sizeof a;
}

struct big by_value(struct big b, union overlay o) {
    b.words[0] += o.b.b;
    return b;
}

#ifdef __SIZEOF_INT128__
__int128 wide_math(__int128 a, unsigned __int128 b) { return a * (__int128)b / 3 >> 5; }
#endif

_Atomic int counter;
int atomics(int x) {
    int expected = 3;
    atomic_fetch_add(&counter, x);
    atomic_compare_exchange_strong(&counter, &expected, 4);
    atomic_thread_fence(memory_order_seq_cst);
    return __sync_add_and_fetch(&x, 1);
}

vec4 vectors(vec4 a, vec4 b) { return a * b + (a > b); }
double _Complex complexes(double _Complex z) { return z * conj(z) + 1.0i; }

int assembly(int x) {
    int y;
    __asm__ volatile("mov %1, %0" : "=r"(y) : "r"(x) : "memory");
    return y;
}

jmp_buf env;
int jumps(int x) {
    if (setjmp(env))
        return 1;
    if (x)
        longjmp(env, 1);
    return 0;
}

int overflows(int a, int b) {
    int r;
    if (__builtin_add_overflow(a, b, &r) || __builtin_mul_overflow(a, 3L, &r))
        abort();
    return __builtin_clz(a) + __builtin_popcount(b) + __builtin_bswap32(a) + __builtin_expect(r, 0);
}

int switches(int x) {
    switch (x) {
    case 1 ... 5: return 1;
    case -7: return 2;
    default: __builtin_unreachable();
    }
}

static void cleaner(int *p) { device = *p; }
int cleanups(int x) {
    int y __attribute__((cleanup(cleaner))) = x;
    return ({ int z = y; z ? : 4; });
}

float floats(float f, double d, long double l) {
    return sqrtf(f) + (float)fabs(d) + (float)(l * ld) + f * (float)d + (d > f ? (float)(int)d : (float)(unsigned)f);
}

_Bool bools(_Bool b, int x) { return b ^ (x != 0); }

int main(int argc, char **argv) {
    struct flexible *f = malloc(sizeof *f + (size_t)argc * sizeof(int));
    if (!f)
        return 1;
    f->data[0] = table[argc & 1](argc);
    const struct bits literal = (struct bits){ .a = 1, .c = 5 };
    return (int)literal.c + f->data[0] + names[4][0] + (int)offset + *inside + aligned[argc] + argv[0][0] +
           variadic(1, argc, 2.0) + per_thread + (int)wide[0];
}
