//! entry run
//! part variable
//! part variable_pointer
//! part callback
//! part callback_writes
//! part known_callback
//! part own_callback
//! part inside_a_callback
//! part through_void
//! part operations
//! part compared
//! part compared_as_void
//! part by_value
//! part registered
//! part with_context
//! part constructed
//! part destructed
//! part a_loop_first
//! part texts
/* Runs that begin elsewhere than at main: what callers pass may be code, of the program or
 * not. main, the caller, is hidden. */
#include <stdarg.h>
#include <stdlib.h>
#include "world.h"

#define IS_variable 1
#define IS_variable_pointer 2
#define IS_callback 3
#define IS_callback_writes 4
#define IS_known_callback 5
#define IS_own_callback 6
#define IS_inside_a_callback 7
#define IS_through_void 8
#define IS_operations 9
#define IS_compared 10
#define IS_by_value 11
#define IS_registered 12
#define IS_with_context 13
#define IS_constructed 14
#define IS_a_loop_first 15
#define IS_texts 16
#define IS_compared_as_void 17
#define IS_destructed 18
#define JOIN(a, b) a##b
#define NUMBER(part) JOIN(IS_, part)
#define IS NUMBER(PART)

/* Code that is not in the program does not call it, which would leave all open. */
#define ONLY_HERE __attribute__((used)) static

typedef int function(int);
struct operations { function *get, *put; void *context; };

#if IS == IS_variable
void run(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += va_arg(ap, int);
	if (va_arg(ap, double) == 2.5 && sum == 17 && n == 9)
		reached();
	va_end(ap);
}
#define HIDDEN_MAIN run(9, 1, 2, 3, 4, 5, 0, 0, 1, 1, 2.5)

#elif IS == IS_variable_pointer
void run(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	function *f = va_arg(ap, function *);
	if (f && f(n) == 6)
		reached();
	va_end(ap);
}
static int id(int x) { return x; }
#define HIDDEN_MAIN run(6, id)

#elif IS == IS_callback
void run(int n, function *get)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += get(i);
	if (s == 6)
		reached();
}
#ifdef HIDDEN
static int id(int x) { return x; }
#endif
#define HIDDEN_MAIN run(4, id)

#elif IS == IS_callback_writes
static int state;
void set(int x) { state = x; }
ONLY_HERE void run(void (*f)(void), int *p)
{
	state = 0;
	if (!p)
		return;
	*p = 0;
	f();
	if (state == 4 && *p == 5)
		reached();
}
#ifdef HIDDEN
static int cell;
static void f(void) { set(4); cell = 5; }
#endif
#define HIDDEN_MAIN run(f, &cell)

#elif IS == IS_known_callback
int standard(int x) { return x; }
void run(function *f)
{
	if (f == standard)
		reached();
}
#define HIDDEN_MAIN run(standard)

#elif IS == IS_own_callback
static int state;
static int bump(int x) { return state += x; }
function *give(void) { return bump; }
void run(function *f)
{
	state = 0;
	f(3);
	if (state == 3)
		reached();
}
#define HIDDEN_MAIN run(give())

#elif IS == IS_inside_a_callback
static int loud(int x) { if (x == 3) reached(); return 0; }
function *give(void) { return loud; }
void run(function *f)
{
	for (int i = 0; i < 5; i++)
		f(i);
}
#define HIDDEN_MAIN run(give())

#elif IS == IS_through_void
void run(void *p)
{
	function *f = (function *)p;
	if (f && f(1) == 5)
		reached();
}
#ifdef HIDDEN
static int five(int x) { return 5; }
#endif
#define HIDDEN_MAIN run(five)

#elif IS == IS_operations
void run(struct operations *o)
{
	if (o && o->get && o->get(1) == 5)
		reached();
}
#ifdef HIDDEN
static int five(int x) { return 5; }
static struct operations o = {five};
#endif
#define HIDDEN_MAIN run(&o)

#elif IS == IS_compared
static int standard(int x) { return x; }
struct operations all = {standard};
void run(struct operations *o)
{
	if (o && o != &all && o->get == standard)
		reached();
}
#ifdef HIDDEN
static struct operations o;
#endif
#define HIDDEN_MAIN (o = all, run(&o))

#elif IS == IS_compared_as_void
static int standard(int x) { return x; }
void *give(void) { return (void *)standard; }
ONLY_HERE void run(void *p)
{
	((function *)p)(1);
	if (p == (void *)standard)
		reached();
}
#define HIDDEN_MAIN run(give())

#elif IS == IS_by_value
struct table { function *f[3]; int n; };
void run(struct table t, unsigned i)
{
	if (i < 3 && t.f[i] && t.f[i](t.n) == 7)
		reached();
}
#ifdef HIDDEN
static int id(int x) { return x; }
static struct table t = {{id, id, id}, 7};
#endif
#define HIDDEN_MAIN run(t, 1)

#elif IS == IS_registered
static function *handlers[4];
static int handled;
void install(function *f) { if (handled < 4) handlers[handled++] = f; }
void run(int x)
{
	for (int i = 0; i < handled && i < 4; i++)
		if (handlers[i](x) == 11)
			reached();
}
#ifdef HIDDEN
static int id(int x) { return x; }
#endif
#define HIDDEN_MAIN (install(id), run(11))

#elif IS == IS_with_context
void run(void (*f)(void *), void *context, int *p)
{
	if (!p)
		return;
	*p = 0;
	f(context);
	if (*p == 9)
		reached();
}
#ifdef HIDDEN
static int cell;
static void nine(void *p) { *(int *)p = 9; }
#endif
#define HIDDEN_MAIN run(nine, &cell, &cell)

#elif IS == IS_constructed
static int mode = 3;
__attribute__((constructor)) static void begin(void) { if (mode != 3) never(); mode = 1; }
void set(int m) { mode = m; }
void run(void)
{
	if (mode == 5)
		reached();
}
#define HIDDEN_MAIN (set(5), run())

#elif IS == IS_destructed
static int mode;
void set(int m) { mode = m; }
void run(void) { mode = 3; }
__attribute__((destructor)) static void end(void) { if (mode == 5) reached(); }
#define HIDDEN_MAIN (run(), set(5))

#elif IS == IS_a_loop_first
void run(function *f, const unsigned char *p, unsigned n)
{
	int s = 0;
	for (unsigned i = 0; i < n; i++)
		s += p[i] & 1;
	if (f(s) == 99)
		reached();
}
#ifdef HIDDEN
static int nines(int x) { return 99; }
#endif
#define HIDDEN_MAIN run(nines, (const unsigned char *)"abc", 3)

#elif IS == IS_texts
union word { int i; char c[4]; };
void run(char **texts, union word w)
{
	if (texts && !texts[0] && texts[1] && w.c[0] == 1 && w.c[3] == 2)
		reached();
}
#ifdef HIDDEN
static char *texts[] = {0, "a"};
static union word w = {.c = {1, 0, 0, 2}};
#endif
#define HIDDEN_MAIN run(texts, w)

#endif

#ifdef HIDDEN
int main(void)
{
	HIDDEN_MAIN;
	return 0;
}
#endif
