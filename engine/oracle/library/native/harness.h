/* What the generated callers of library functions stand on: arguments that are drawn, the
 * state around a call, and what is held against the specification. */
#ifndef HARNESS_H
#define HARNESS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef unsigned long long u64;
typedef long long i64;
typedef __int128 num; /* a number of a specification: nothing wraps */

/* Random numbers. */
u64 roll(void);
unsigned below(unsigned n); /* 0 … n-1 */
#define one_of(...) ((const i64[]){__VA_ARGS__}[below(sizeof((const i64[]){__VA_ARGS__}) / sizeof(i64))])

/* Arguments. Each parameter has a slot of its own: memory before a page that cannot be
 * used, so that an access behind an object ends the call. */
enum { SLOTS = 14, RESULT = -1 };
i64 draw_number(int bits);
i64 draw_size(void);
i64 draw_descriptor(void);
long double draw_real(void);
void *draw_bytes(int slot, num size, int kind); /* the kinds of bytes: */
enum { NOISE, ZERO, SMALL_NUMBERS };
char *draw_text(int slot, const char *pool, num max); /* max < 0: none */
void *draw_wide(int slot, num max);
void *draw_texts(int slot, const char *pool);
void *draw_vector(int slot, num n);
void *draw_block(int slot); /* from malloc */
void *draw_stream(int slot);
void *draw_function(int slot);
void *draw_null(int slot);
void *draw_object(int slot, const char *type, num size); /* of a type whose contents matter */
num room_at(const void *p); /* bytes from p to the end of its slot */

/* The call: between before and after nothing but the function runs. */
struct arg { int kind; i64 number; long double real; const void *address; }; /* 'i', 'r', 'p' */
void before(const struct arg *args, int n);
void after(void);
void end_of_call(void);

/* What the specification says of it, checked in its order. Memory is as it was before the
 * call, and becomes what it was behind it where a clause says that it is written. */
void written(void *p, num size);
void written_vector(void *p, num n);
void written_text(void *p, num max, int width);
const void *seen(const void *p); /* where what p points to stands as it was after the call */
void say_number(num v);
void say_real(const void *p, int size);
void say_address(const void *p);
int is_static(const void *p, const char *object, num size);
int is_text(const void *p, num max); /* max < 0: any length */
int is_texts(const void *p);
int is_new(const void *p, num size); /* size < 0: any */
int is_kept(const void *p);
int is_descriptor(i64 fd);
void errno_kept(void);
void errno_if(int cond);
void errno_to(const i64 *list, int n);
void may_close(i64 fd), must_free(const void *p), may_keep(const void *p), may_call(const void *p);
enum { STREAMS = 1, DESCRIPTORS = 2, DIRECTORY = 4, ENVIRONMENT = 8, SIGNALS = 16, GETOPT = 32, ZONE = 64, VARIABLES = 128, ANYTHING = 256 };
void may_change(int what), may_end(void);
void outside(const char *format, ...) __attribute__((format(printf, 1, 2)));
void not_described(void);
void absent(void);

/* Arithmetic of specifications. */
static inline num less(num a, num b, int without_sign) { return a < b && without_sign ? 0 : a - b; }
static inline num smaller(num a, num b) { return a < b ? a : b; }
static inline num larger(num a, num b) { return a < b ? b : a; }
num length_of(const char *s);
num wide_length_of(const int *s);

/* The functions, made by the generator. */
struct function { const char *name; void (*call)(void); int flags; };
enum { ONCE = 1, WIDE = 2 }; /* a process for each call; streams that were not used */
extern const struct function functions[];
extern const int functions_n;

#endif
