/* memcpy, memmove and memset of all small sizes and some large ones. */
#include "conformance.h"

struct mixed { char c; int *p; double d; char tail[5]; };
struct big { int v[600]; };

static unsigned char from[64], to[64], large[9000], other[9000];

static void reset(void)
{
	for (int i = 0; i < 64; i++) {
		from[i] = (unsigned char)(i * 7 + 1);
		to[i] = 0xee;
	}
}

static void copies(void)
{
	for (int n = 0; n <= 40; n++) {
		reset();
		CHECK(__builtin_memcpy(to + 3, from + 1, n) == to + 3);
		for (int i = 0; i < 64; i++)
			CHECK(to[i] == (i >= 3 && i < 3 + n ? (unsigned char)((i - 2) * 7 + 1) : 0xee));
	}
	__builtin_memcpy(to, from, 16);
	CHECK(to[15] == from[15] && to[0] == from[0]);
}

static void moves(void)
{
	for (int n = 0; n <= 20; n += 4)
		for (int d = -6; d <= 6; d += 3) {
			reset();
			__builtin_memmove(from + 20 + d, from + 20, n);
			for (int i = 0; i < 64; i++) {
				int k = i - 20 - d;
				CHECK(from[i] == (unsigned char)((k >= 0 && k < n ? i - d : i) * 7 + 1));
			}
		}
}

static void fills(void)
{
	for (int n = 0; n <= 24; n++) {
		reset();
		CHECK(__builtin_memset(to + 5, n - 3, n) == to + 5);
		for (int i = 0; i < 64; i++)
			CHECK(to[i] == (i >= 5 && i < 5 + n ? (unsigned char)(n - 3) : 0xee));
	}
	int words[4];
	__builtin_memset(words, 0xff, sizeof words);
	CHECK(words[0] == -1 && words[3] == -1);
	__builtin_memset(words, 1, sizeof words);
	CHECK(words[2] == 0x01010101);
	__builtin_memset(words, 0x1ff, 4);
	CHECK(words[0] == -1 && words[1] == 0x01010101);
}

static void objects(void)
{
	int x = 5;
	struct mixed a = {'c', &x, 2.5, "abcd"}, b, c[3];
	__builtin_memcpy(&b, &a, sizeof a);
	CHECK(b.c == 'c' && *b.p == 5 && b.d == 2.5 && b.tail[3] == 'd' && b.tail[4] == 0);
	__builtin_memset(&a, 0, sizeof a);
	CHECK(!a.p && a.d == 0 && *b.p == 5);
	c[0] = b;
	c[2] = c[0];
	__builtin_memmove(c + 1, c, 2 * sizeof *c);
	CHECK(c[1].p == &x && c[1].d == 2.5 && c[0].tail[0] == 'a');
	b = b;
	CHECK(b.p == &x);
	struct big s, t;
	for (int i = 0; i < 600; i++)
		s.v[i] = i * i;
	t = s;
	s.v[599] = 0;
	CHECK(t.v[599] == 599 * 599 && t.v[0] == 0 && t.v[300] == 90000);
}

static void pages(void)
{
	for (int i = 0; i < 9000; i += 11)
		large[i] = (unsigned char)i;
	__builtin_memcpy(other, large, sizeof large);
	CHECK(other[8811] == (unsigned char)8811 && other[8812] == 0 && other[4092] == (unsigned char)4092);
	__builtin_memmove(other + 5, other, 8000);
	CHECK(other[4097] == (unsigned char)4092 && other[8811] == (unsigned char)8811);
	__builtin_memset(other + 4000, 9, 200);
	CHECK(other[3999] != 9 && other[4000] == 9 && other[4095] == 9 && other[4096] == 9 && other[4199] == 9 && other[4200] != 9);
	*(unsigned long *)(other + 4093) = 0x0102030405060708UL;
	CHECK(other[4093] == 8 && other[4100] == 1 && *(unsigned *)(other + 4095) == 0x03040506);
	CHECK(__builtin_memcpy(other, "literal", 8) == other && other[6] == 'l' && other[7] == 0);
}

int main(void)
{
	copies();
	moves();
	fills();
	objects();
	pages();
	done();
	return 0;
}
