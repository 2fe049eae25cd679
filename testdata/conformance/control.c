/* Control flow: switches of all shapes, gotos, loops, Duff's device. */
#include "conformance.h"

static int dense(int x)
{
	switch (x) {
	case 0: return 10;
	case 1: return 11;
	case 2:
	case 3: return 13;
	case 4 ... 9: return 14;
	default: return -1;
	case -1: return 9;
	}
}

static int sparse(long x)
{
	switch (x) {
	case -9223372036854775807L - 1: return 1;
	case 0x7fffffffffffffffL: return 2;
	case 0x100000000L: return 3;
	case 0: return 4;
	}
	return 0;
}

static int fall(unsigned char c)
{
	int n = 0;
	switch (c) {
	case 'a': n += 1;
	case 'b': n += 10; break;
	case 255: n = 500;
	default: n += 100;
	case 'c': n += 1000;
	}
	return n;
}

static int wide_range(unsigned x)
{
	switch (x) {
	case 1000 ... 4000000000u: return 1;
	case 4294967295u: return 2;
	}
	return 0;
}

static int nested(int a, int b)
{
	switch (a) {
	case 1:
		switch (b) {
		case 1: return 11;
		default: break;
		}
		return 10;
	case 2:
		for (int i = 0; i < 5; i++)
			switch (b + i) {
			case 3: continue;
			case 4: goto out;
			}
	}
	return 0;
out:
	return a * 100 + b;
}

static void duff(char *to, const char *from, int count)
{
	int n = (count + 7) / 8;
	switch (count % 8) {
	case 0: do { *to++ = *from++;
	case 7:      *to++ = *from++;
	case 6:      *to++ = *from++;
	case 5:      *to++ = *from++;
	case 4:      *to++ = *from++;
	case 3:      *to++ = *from++;
	case 2:      *to++ = *from++;
	case 1:      *to++ = *from++;
		} while (--n > 0);
	}
}

/* An interpreter with a table of labels: 0 push, 1 add, 2 double, 3 halt. */
static int interpret(const unsigned char *code)
{
	static void *const labels[] = {&&push, &&add, &&dbl, &&halt};
	int stack[8], sp = 0;
	goto *labels[*code++];
push:
	stack[sp++] = *code++;
	goto *labels[*code++];
add:
	sp--;
	stack[sp - 1] += stack[sp];
	goto *labels[*code++];
dbl:
	stack[sp - 1] *= 2;
	goto *labels[*code++];
halt:
	return stack[0];
}

static int gotos(int n)
{
	int i = 0, s = 0;
again:
	if (i >= n)
		goto end;
	s += i++;
	if (s > 1000)
		goto end;
	goto again;
end:
	return s;
}

static int loops(void)
{
	int n = 0;
	for (int i = 0; i < 10; i++) {
		if (i % 3 == 0)
			continue;
		for (int j = 0;; j++) {
			if (j > i)
				break;
			if (j & 1)
				continue;
			int k = 3;
			do {
				if (k == 2)
					continue;
				n++;
			} while (--k);
		}
		while (1) {
			n++;
			if (n % 5 == 0)
				break;
		}
	}
	return n;
}

static int collatz(unsigned long n)
{
	int steps = 0;
	for (; n != 1; steps++)
		n = n & 1 ? 3 * n + 1 : n / 2;
	return steps;
}

static int cleanup(int *x, int fail_at)
{
	*x = 0;
	if (fail_at == 1) goto e1;
	*x += 1;
	if (fail_at == 2) goto e2;
	*x += 10;
	return 0;
e2:	*x -= 1;
e1:	*x += 100;
	return -1;
}

int main(void)
{
	char from[24] = "abcdefghijklmnopqrstuvw", to[24];
	int x, empty = 0;
	CHECK(dense(-1) == 9 && dense(0) == 10 && dense(3) == 13 && dense(4) == 14 && dense(9) == 14 && dense(10) == -1);
	CHECK(sparse(-9223372036854775807L - 1) == 1 && sparse(0x7fffffffffffffffL) == 2);
	CHECK(sparse(0x100000000L) == 3 && sparse(0) == 4 && sparse(1) == 0);
	CHECK(fall('a') == 11 && fall('b') == 10 && fall('c') == 1000 && fall('d') == 1100 && fall(255) == 1600);
	CHECK(wide_range(999) == 0 && wide_range(1000) == 1 && wide_range(4000000000u) == 1 && wide_range(4000000001u) == 0 && wide_range(-1) == 2);
	CHECK(nested(1, 1) == 11 && nested(1, 2) == 10 && nested(2, 3) == 203 && nested(2, 9) == 0);
	for (int n = 1; n < 24; n++) {
		for (int i = 0; i < 24; i++)
			to[i] = '.';
		duff(to, from, n);
		CHECK(to[n - 1] == from[n - 1] && (n == 23 || to[n] == '.'));
	}
	CHECK(interpret((const unsigned char[]){0, 5, 0, 7, 1, 2, 3}) == 24);
	CHECK(gotos(10) == 45 && gotos(100) == 1035);
	CHECK(loops() == 55);
	CHECK(collatz(27) == 111 && collatz(1) == 0);
	CHECK(cleanup(&x, 0) == 0 && x == 11 && cleanup(&x, 1) == -1 && x == 100 && cleanup(&x, 2) == -1 && x == 100);
	do
		empty++;
	while (0);
	for (; empty < 3; empty++)
		;
	while (empty-- > 0)
		;
	switch (empty) {
	default:;
	}
	switch (empty)
	case -1: empty = 42;
	CHECK(empty == 42);
	done();
	return 0;
}
