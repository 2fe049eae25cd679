/* The runtime of reference programs: see the package comment of oracle. */
#include <stddef.h>
#include <stdint.h>

typedef uint64_t P; /* object << 40 | offset, both modulo */
#define PTR(o, off) ((P)(o) << 40 | ((P)(off) & 0xffffffffffull))
#define FUNCTIONS 0xF00000 /* first object number of functions */

unsigned pick(unsigned n); /* a free choice below n */
void note(int line, int class);
void fail(int line, int class);
_Noreturn void stop_run(void);

int fresh(unsigned size, int zero);
int fresh_copy(int line, P from, unsigned size);
void kill_(int *object);
void load(int line, P p, unsigned n, void *out);
void load_pointer(int line, P p, void *out);
_Bool load_bool(int line, P p);
void store_pointer(int line, P p, P q);
void store(int line, P p, unsigned n, const void *in);
void copy(int line, P to, P from, unsigned n);
P index_(int line, P p, int64_t i, int64_t n, unsigned size);
P step_(P p, int64_t i, unsigned size);
int64_t subtract_pointers(int line, P a, P b, int64_t size);
int compare_pointers(int line, P a, P b, int op);
uint64_t low_bits(P p, uint64_t mask);
P malloc_(int64_t size);
void free_(int line, P p);
uint64_t input(const char *key, int form, int64_t a, int64_t b, int64_t raw_size);
int next_char(void);
int scan(int *v);
int arg(int i, int k);
void root(int object);
void leaks(int line);
void spin(void);
void turn(void);
int variadic(int n, ...);

enum { EQ, NE, LT, LE, GT, GE };
enum { AND, MOD, RANGE, BOOL };

#define VAR(x, size) int x __attribute__((cleanup(kill_))) = fresh(size, 0)
#define COPY_OF(x, line, from, size) int x __attribute__((cleanup(kill_))) = fresh_copy(line, from, size)
#define LD(L, T, p) ({ T v_; load(L, p, sizeof v_, &v_); v_; })
#define LDP(L, p) ({ P v_; load_pointer(L, p, &v_); v_; })
#define LDBITS(L, S, f, p) ({ S v_; load(L, p, sizeof v_, &v_); +v_.f; })
#define STP(L, p, e) do { P v_ = (e); store_pointer(L, p, v_); } while (0)
#define ST(L, T, p, e) do { T v_ = (e); store(L, p, sizeof v_, &v_); } while (0)
#define STBITS(L, S, f, p, e) do { __typeof__(+((S *)0)->f) e_ = (e); P p_ = (p); S v_; load(L, p_, sizeof v_, &v_); v_.f = e_; store(L, p_, sizeof v_, &v_); } while (0)

#define NARROW(L, T, e) ({ __typeof__(e) e_ = (e); if ((T)e_ != e_) note(L, C_DOWNCAST); (T)e_; })

/* Arithmetic, by the common type of the operands. */
#define SIGNED(N, T, MIN) \
  static inline T add_##N(int l, T a, T b) { T r; if (__builtin_add_overflow(a, b, &r)) note(l, C_OVERFLOW); return r; } \
  static inline T sub_##N(int l, T a, T b) { T r; if (__builtin_sub_overflow(a, b, &r)) note(l, C_OVERFLOW); return r; } \
  static inline T mul_##N(int l, T a, T b) { T r; if (__builtin_mul_overflow(a, b, &r)) note(l, C_OVERFLOW); return r; } \
  static inline T neg_##N(int l, T a) { return sub_##N(l, 0, a); } \
  static inline T div_##N(int l, T a, T b) { if (b == 0) { fail(l, C_DIVZERO); return 0; } if (b == -1 && a == MIN) { fail(l, C_DIVOVER); return 0; } return a / b; } \
  static inline T rem_##N(int l, T a, T b) { if (b == 0) { fail(l, C_DIVZERO); return 0; } if (b == -1 && a == MIN) { fail(l, C_DIVOVER); return 0; } return a % b; } \
  static inline T shl_##N(int l, T a, int b, unsigned mask) { if (b < 0 || b >= (int)sizeof(T) * 8) { note(l, C_SHIFT); return pick(mask + 1); } return (T)((unsigned __int128)a << b); } \
  static inline T shr_##N(int l, T a, int b, unsigned mask) { if (b < 0 || b >= (int)sizeof(T) * 8) { note(l, C_SHIFT); return pick(mask + 1); } return a >> b; }
#define UNSIGNED(N, T) \
  static inline T add_##N(int l, T a, T b) { (void)l; return a + b; } \
  static inline T sub_##N(int l, T a, T b) { (void)l; return a - b; } \
  static inline T mul_##N(int l, T a, T b) { (void)l; return a * b; } \
  static inline T neg_##N(int l, T a) { (void)l; return -a; } \
  static inline T div_##N(int l, T a, T b) { if (b == 0) { fail(l, C_DIVZERO); return 0; } return a / b; } \
  static inline T rem_##N(int l, T a, T b) { if (b == 0) { fail(l, C_DIVZERO); return 0; } return a % b; } \
  static inline T shl_##N(int l, T a, int b, unsigned mask) { if (b < 0 || b >= (int)sizeof(T) * 8) { note(l, C_SHIFT); return pick(mask + 1); } return a << b; } \
  static inline T shr_##N(int l, T a, int b, unsigned mask) { if (b < 0 || b >= (int)sizeof(T) * 8) { note(l, C_SHIFT); return pick(mask + 1); } return a >> b; }
SIGNED(i32, int32_t, INT32_MIN)
SIGNED(i64, int64_t, INT64_MIN)
UNSIGNED(u32, uint32_t)
UNSIGNED(u64, uint64_t)
#define INT128_MIN ((__int128)1 << 127)
SIGNED(i128, __int128, INT128_MIN)
UNSIGNED(u128, unsigned __int128)

/* The programs of a batch. */
struct program {
  void (*reset_globals)(void);
  void (*ref_main)(void);
};
extern struct program programs[];
