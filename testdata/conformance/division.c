/* Quotients and remainders in all combinations of sign and width. */
#include "conformance.h"

static int q(int a, int b) { return a / b; }
static int r(int a, int b) { return a % b; }
static long lq(long a, long b) { return a / b; }
static long lr(long a, long b) { return a % b; }
static unsigned uq(unsigned a, unsigned b) { return a / b; }
static unsigned ur(unsigned a, unsigned b) { return a % b; }

static void identities(void)
{
	static const int xs[] = {0, 1, -1, 2, -2, 7, -7, 100, -100, 2147483647, -2147483647, -2147483647 - 1};
	for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++)
		for (unsigned j = 1; j < sizeof xs / sizeof *xs; j++) {
			int a = xs[i], b = xs[j];
			if (a == -2147483647 - 1 && b == -1)
				continue;
			CHECK(q(a, b) * b + r(a, b) == a);
			CHECK(r(a, b) == 0 || (r(a, b) < 0) == (a < 0));
			CHECK(lq(a, b) == q(a, b) && lr(a, b) == r(a, b));
			CHECK(uq((unsigned)a, (unsigned)b) * (unsigned)b + ur((unsigned)a, (unsigned)b) == (unsigned)a);
			CHECK(ur((unsigned)a, (unsigned)b) < (unsigned)b);
		}
}

int main(void)
{
	signed char c = -100, d = 7;
	unsigned char u = 200;
	short h = -32768;
	CHECK(q(7, 2) == 3 && r(7, 2) == 1);
	CHECK(q(-7, 2) == -3 && r(-7, 2) == -1);
	CHECK(q(7, -2) == -3 && r(7, -2) == 1);
	CHECK(q(-7, -2) == 3 && r(-7, -2) == -1);
	CHECK(q(-2147483647 - 1, 2) == -1073741824);
	CHECK(q(-2147483647 - 1, -2147483647 - 1) == 1);
	CHECK(r(-2147483647 - 1, 2147483647) == -1);
	CHECK(uq(4294967295u, 2) == 2147483647u && ur(4294967295u, 10) == 5);
	CHECK(uq(1, 4294967295u) == 0 && ur(1, 4294967295u) == 1);
	CHECK(lq(-9223372036854775807L - 1, 10) == -922337203685477580L);
	CHECK(lr(-9223372036854775807L - 1, 10) == -8);
	CHECK((unsigned long)-1 / 3 == 6148914691236517205UL);
	CHECK(c / d == -14 && c % d == -2);
	CHECK(u / d == 28 && u % d == 4);
	CHECK(h / -1 == 32768 && (short)(h / -1) == h);
	CHECK((signed char)(c / -1) == 100);
	c /= 3;
	CHECK(c == -33);
	c %= 10;
	CHECK(c == -3);
	u /= 7;
	CHECK(u == 28);
	identities();
	done();
	return 0;
}
