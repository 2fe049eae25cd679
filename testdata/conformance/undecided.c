//! case LONG_DOUBLE a format other than float and double
//! case FLOAT128 a format other than float and double
//! case COMPLEX_LONG a format other than float and double
//! case UNKNOWN_FLOAT depends on floating-point arithmetic
//! case ASSEMBLY inline assembly
//! case ASM_GOTO the assembly in strange may call, jump to or place code
//! case SETJMP return twice
//! case LONGJMP non-local jump
//! case LABEL_DIFFERENCE a computed goto to an address that is no label of the function
//! case VECTOR arithmetic on vectors
//! case VECTOR_FLOAT arithmetic on vectors
//! case VECTOR_COMPARE arithmetic on vectors
//! case VECTOR_LANE does not model
//! case RETURN_ADDRESS does not model
//! case ENVIRONMENT an access through an address computed from an integer
//! case FLOAT_FUNCTION depends on floating-point arithmetic
/* What the engine does not model must end as undecided, with the reason. */
#include "conformance.h"

#ifdef LONG_DOUBLE
static long double third(int n) { return n / 3.0L; }
static int strange(void) { return third(1) * 3 == 1; }
#elif defined FLOAT128
static __float128 half(__float128 x) { return x * x; }
static int strange(void) { return half(2) == 4; }
#elif defined COMPLEX_LONG
static int strange(void) { _Complex long double z = 2; return __real__ (z * z) == 4; }
#elif defined UNKNOWN_FLOAT
static volatile unsigned any;
static int strange(void) { float f = any; return f + 1 > 0; }
#elif defined ASSEMBLY
static int strange(void) { int x = 1; __asm__ volatile("incl %0" : "+r"(x)); return x == 2; }
#elif defined ASM_GOTO
static int strange(void) { __asm__ goto("jmp %l0" : : : : out); return 0; out: return 1; }
#elif defined SETJMP
typedef struct { long v[64]; } buffer[1];
int setjmp(buffer) __attribute__((returns_twice));
static int strange(void) { buffer b; return setjmp(b) == 0; }
#elif defined LONGJMP
typedef struct { long v[64]; } buffer[1];
void longjmp(buffer, int);
static int strange(void) { buffer b; longjmp(b, 1); return 1; }
#elif defined LABEL_DIFFERENCE
static int strange(void)
{
	static const int offsets[] = {&&a - &&a, &&b - &&a};
	int i = 1;
	goto *(&&a + offsets[i]);
a:	return 0;
b:	return 1;
}
#elif defined VECTOR
typedef int v4 __attribute__((vector_size(16)));
static int strange(void) { v4 a = {1, 2, 3, 4}; a = a + a; return ((int *)&a)[3] == 8; }
#elif defined VECTOR_FLOAT
typedef float f4 __attribute__((vector_size(16)));
static int strange(void) { f4 a = {1, 2, 3, 4}; a *= a; return ((float *)&a)[3] == 16; }
#elif defined VECTOR_COMPARE
typedef int v4 __attribute__((vector_size(16)));
static int strange(void) { v4 a = {1, 2, 3, 4}, b = a > 2; return ((int *)&b)[3] == -1; }
#elif defined VECTOR_LANE
typedef int v4 __attribute__((vector_size(16)));
static int strange(void) { v4 a = {1, 2, 3, 4}; return a[2] == 3; }
#elif defined RETURN_ADDRESS
static int strange(void) { return __builtin_return_address(0) != 0; }
#elif defined FLOAT_FUNCTION
static int strange(void) { return __builtin_elementwise_max(2.0, 3.0) == 3.0; }
#endif

#ifdef ENVIRONMENT
int main(int argc, char **argv, char **envp)
{
	CHECK(envp && envp[0] != argv[0]);
#else
int main(void)
{
	CHECK(strange());
#endif
	done();
	return 0;
}
