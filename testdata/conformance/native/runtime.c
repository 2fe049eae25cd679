/* The native side of the conformance programs: fail and done report, unknown
 * inputs come from a generator whose seed is argv[1]. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state = 0x9E3779B97F4A7C15ULL;

_Noreturn void fail(int line)
{
	printf("the check at line %d fails\n", line);
	fflush(stdout);
	_Exit(1);
}

void done(void)
{
	puts("done");
	fflush(stdout);
}

/* glibc passes argc and argv to constructors, so main stays the program's. */
__attribute__((constructor)) static void seed(int argc, char **argv)
{
	if (argc > 1)
		state += strtoull(argv[1], 0, 10) * 0xD1342543DE82EF95ULL;
}

/* Every fourth value is an extreme one: checks fail there first. */
static unsigned long long next(void)
{
	static const unsigned long long extreme[] = {
		0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000,
		0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
	};
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	if (state % 4 == 0)
		return extreme[(state >> 8) % (sizeof extreme / sizeof *extreme)];
	return state;
}

_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
char __VERIFIER_nondet_char(void) { return (char)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
short __VERIFIER_nondet_short(void) { return (short)next(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)next(); }
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next(); }
long __VERIFIER_nondet_long(void) { return (long)next(); }
unsigned long __VERIFIER_nondet_ulong(void) { return next(); }
__int128 __VERIFIER_nondet_int128(void) { return (__int128)next() << 64 | next(); }

/* A run whose inputs break an assumption says nothing. */
void __VERIFIER_assume(int cond)
{
	if (!cond) {
		puts("done");
		fflush(stdout);
		_Exit(0);
	}
}
