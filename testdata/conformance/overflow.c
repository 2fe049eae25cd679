/* The checked arithmetic of the compiler, and saturation written with it. */
#include "conformance.h"

#define MIN32 (-2147483647 - 1)
#define MIN64 (-9223372036854775807L - 1)

static int saturate(int a, int b)
{
	int r;
	if (__builtin_add_overflow(a, b, &r))
		return a < 0 ? MIN32 : 2147483647;
	return r;
}

static void sums(void)
{
	int i;
	unsigned u;
	long l;
	unsigned long ul;
	CHECK(!__builtin_add_overflow(2147483646, 1, &i) && i == 2147483647);
	CHECK(__builtin_add_overflow(2147483647, 1, &i) && i == MIN32);
	CHECK(__builtin_sub_overflow(MIN32, 1, &i) && i == 2147483647);
	CHECK(!__builtin_sub_overflow(0, 2147483647, &i) && i == -2147483647);
	CHECK(__builtin_sub_overflow(0, MIN32, &i) && i == MIN32);
	CHECK(__builtin_sadd_overflow(MIN32, -1, &i) && __builtin_ssub_overflow(2147483647, -1, &i));
	CHECK(__builtin_uadd_overflow(4294967295u, 1, &u) && u == 0);
	CHECK(__builtin_usub_overflow(0, 1, &u) && u == 4294967295u);
	CHECK(!__builtin_usub_overflow(1, 1, &u) && u == 0);
	CHECK(__builtin_saddl_overflow(MIN64, -1, &l) && l == 9223372036854775807L);
	CHECK(__builtin_uaddl_overflow(~0UL, 2, &ul) && ul == 1);
	CHECK(saturate(2000000000, 2000000000) == 2147483647 && saturate(MIN32, -1) == MIN32 && saturate(1, 2) == 3);
}

static void products(void)
{
	int i;
	unsigned u;
	long l;
	unsigned long ul;
	CHECK(!__builtin_mul_overflow(46340, 46340, &i) && i == 2147395600);
	CHECK(__builtin_mul_overflow(46341, 46341, &i) && i == -2147479015);
	CHECK(__builtin_mul_overflow(MIN32, -1, &i) && i == MIN32);
	CHECK(__builtin_umul_overflow(65536, 65536, &u) && u == 0);
	CHECK(!__builtin_umul_overflow(65535, 65537, &u) && u == 4294967295u);
	CHECK(__builtin_smull_overflow(MIN64, -1, &l) && l == MIN64);
	CHECK(!__builtin_smull_overflow(3037000499L, 3037000499L, &l) && l == 9223372030926249001L);
	CHECK(__builtin_smull_overflow(3037000500L, 3037000500L, &l));
	CHECK(__builtin_umull_overflow(1UL << 32, 1UL << 32, &ul) && ul == 0);
}

static void mixed(void)
{
	signed char c;
	unsigned char uc;
	unsigned u;
	long l;
	CHECK(__builtin_add_overflow(100, 28, &c) && c == -128);
	CHECK(!__builtin_add_overflow(100, 27, &c) && c == 127);
	CHECK(!__builtin_add_overflow(200, 55, &uc) && uc == 255);
	CHECK(__builtin_sub_overflow(1, 2, &uc) && uc == 255);
	CHECK(__builtin_add_overflow(-1, 0u, &u) && u == 4294967295u);
	CHECK(!__builtin_add_overflow(-1, 1u, &u) && u == 0);
	CHECK(!__builtin_mul_overflow(2147483647, 2147483647, &l) && l == 4611686014132420609L);
	CHECK(__builtin_mul_overflow(-1, 4294967295u, &u));
}

int main(void)
{
	sums();
	products();
	mixed();
	CHECK(__builtin_abs(-5) == 5 && __builtin_labs(MIN64 + 1) == 9223372036854775807L);
	done();
	return 0;
}
