/* Floating point on known values: arithmetic, comparisons, conversions, the
 * special values. */
#include "conformance.h"

union f32 { float f; unsigned u; };
union f64 { double d; unsigned long u; };

static unsigned long bits(double d) { return ((union f64){d}).u; }
static unsigned fbits(float f) { return ((union f32){f}).u; }
static double inf(void) { return __builtin_inf(); }
static double nan(void) { return __builtin_nan(""); }
static const double table[] = {0.1, 1e308, -2.5e-300, 4.9e-324, 0x1.8p3};
static const float ftable[] = {0.1f, 3.4e38f, 1e-45f, -0.0f};

static double newton(double x)
{
	double r = x;
	for (int i = 0; i < 60; i++)
		r = (r + x / r) / 2;
	return r;
}

static double horner(const double *c, int n, double x)
{
	double r = 0;
	while (n--)
		r = r * x + c[n];
	return r;
}

static void arithmetic(void)
{
	double a = 0.1, b = 0.2, c = 3;
	float f = 0.1f, g = 16777216.0f;
	CHECK(bits(a + b) == 0x3fd3333333333334UL && a + b != 0.3);
	CHECK(bits(a * c) == 0x3fd3333333333334UL && bits(a / c) == 0x3fa1111111111111UL && a - a == 0);
	CHECK(fbits(f + 0.2f) == 0x3e99999aU && fbits(f * f) == 0x3c23d70bU && g + 1 == g);
	CHECK((double)f != a && (float)a == f && bits(f) == 0x3fb99999a0000000UL);
	CHECK(table[1] * 10 == inf() && table[3] / 2 == 0 && table[4] == 12 && ftable[1] * 10 == (float)inf());
	CHECK(bits(table[3]) == 1 && fbits(ftable[2]) == 1 && -table[2] > 0);
	CHECK(newton(2) == 0x1.6a09e667f3bcdp0 || newton(2) == 0x1.6a09e667f3bccp0);
	CHECK(horner((double[]){1, 2, 3}, 3, 2) == 17 && horner((double[]){0.5, 0.25}, 2, 4) == 1.5);
	a += 1;
	a *= 2;
	a -= 0.2;
	CHECK(a == 2 && ++c == 4 && c-- == 4 && -c == -3 && +c == 3);
	f = 1;
	for (int i = 0; i < 30; i++)
		f /= 2;
	CHECK(fbits(f) == 0x30800000U);
	CHECK(f * 3 + 1 == 1 && (double)f * 3 + 1 > 1);
}

static void comparisons(void)
{
	double n = nan(), z = 0.0, m = -0.0, i = inf();
	CHECK(!(n == n) && n != n && !(n < z) && !(n > z) && !(n <= n) && !(n >= n));
	CHECK(z == m && !(m < z) && bits(z) != bits(m) && 1 / z == i && 1 / m == -i);
	CHECK(i > 1e308 && -i < -1e308 && i == i && !(i - i == 0) && i * z != i * z);
	CHECK(!n == 0 && !z && !m && (n ? 1 : 0) && (n && 1) && !(m || z));
	CHECK(__builtin_isnan(n) && !__builtin_isnan(i) && __builtin_isinf(i) && !__builtin_isinf(1.0) && __builtin_isfinite(z));
	CHECK(__builtin_signbit(m) && !__builtin_signbit(z) && __builtin_signbit(-1.0));
	CHECK(__builtin_isunordered(n, z) && !__builtin_isless(n, z) && __builtin_isgreaterequal(i, z) && __builtin_islessgreater(1.0, 2.0));
	CHECK(1.0 < 1.5 && 1.5f >= 1.5 && -1.0 < 0 && 2.0 != 2.5);
	CHECK((n != n ? 5 : 6) == 5 && (z < 1) + (z > -1) == 2);
}

static void conversions(void)
{
	double d = -3.99;
	float f = 3e9f;
	int i = -7;
	unsigned u = 4000000000u;
	long big = 9007199254740993L;
	unsigned long max = ~0UL;
	CHECK((int)d == -3 && (long)d == -3 && (signed char)d == -3 && (unsigned)f == 3000000000u && (int)0.99 == 0);
	CHECK((double)i == -7.0 && (float)u == 4e9f && (double)u == 4e9 && (double)big == 9007199254740992.0);
	CHECK((float)16777217 == 16777216.0f && (double)max == 18446744073709551616.0 && (float)max == 18446744073709551616.0f);
	CHECK((unsigned long)1.8e19 == 18000000000000000000UL && (long)-9.2e18 == -9200000000000000000L);
	CHECK((float)1e-50 == 0 && (float)1e40 == inf() && (double)ftable[1] < 3.5e38 && (char)65.7 == 'A');
	CHECK((_Bool)0.2 && (unsigned char)255.9 == 255 && (short)-32768.5 == -32768 && (unsigned)-0.5 == 0);
	CHECK(i / 2.0 == -3.5 && 1 / 2 * 2.0 == 0 && (i > 0 ? i : 0.5) == 0.5);
	d = i;
	i = f / 1e9;
	CHECK(d == -7 && i == 3);
	i *= 1.5;
	CHECK(i == 4);
	CHECK((float)0.1 + 0.1f == 0.2f && (double)0.1f + 0.1 != 0.2);
	CHECK((long)(double)(1L << 62) == 1L << 62 && (unsigned long)0x1p63 == 1UL << 63);
}

static void functions(void)
{
	CHECK(__builtin_fabs(-2.5) == 2.5 && __builtin_fabsf(-0.0f) == 0 && bits(__builtin_fabs(-0.0)) == 0);
	CHECK(__builtin_floor(-1.5) == -2 && __builtin_ceil(-1.5) == -1 && __builtin_trunc(-1.5) == -1 && __builtin_round(2.5) == 3);
	CHECK(__builtin_rint(2.5) == 2 && __builtin_nearbyint(3.5) == 4 && __builtin_floorf(7.9f) == 7);
	CHECK(__builtin_copysign(3, -0.0) == -3 && __builtin_copysignf(-2, 1) == 2);
	double x = 5.5, y = -0.0;
	CHECK(-x == -5.5 && bits(-y) == 0 && bits(0 - y) == 0 && bits(y + y) == 1UL << 63);
	CHECK((x > 0) * 2.5 == 2.5 && (x, y) == 0);
	float parts[2] = {1.5f, -2.25f};
	CHECK(parts[0] * parts[1] + 1 == -2.375f && sizeof(parts[0] * 1.0f) == 4);
	float a = 16777215, b = 16777215;
	CHECK(a * b - 281474943156224.0f == 0);
	double t = 1.0 + 0x1p-30;
	CHECK(t * t - (1.0 + 0x1p-29) == 0x0p0 || t * t - (1.0 + 0x1p-29) == 0x1p-60);
}

int main(void)
{
	arithmetic();
	comparisons();
	conversions();
	functions();
	done();
	return 0;
}
