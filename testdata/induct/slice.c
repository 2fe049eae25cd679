/* Goals in parts of a program that others do not lead to. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int table[8], depth, sum;

/* Comes back to where the goals of its callers are. */
static int nested(int n)
{
	if (n > 0 && in())
		return nested(n - 1) + 1;
	return 0;
}

static void fill(void)
{
	for (int i = 0; in() && i < 8; i++)
		table[i] = i; // @unreachable out-of-bounds
}

static void spoil(int n)
{
	if (n > 3)
		spoil(n - 1);
	else
		depth = 9;
}

/* No goal comes behind this call. */
static void leave(int code)
{
	while (in())
		sum ^= code;
	exit(code);
}

static void late(void)
{
	for (int i = 0; i <= 8 && in(); i++)
		sum += table[i]; // @reachable out-of-bounds
}

int main(void)
{
	fill();
	if (in())
		leave(1);
	int d = nested(in());
	table[d & 7] = 1; // @unreachable out-of-bounds
	spoil(in());
	if (depth == 9 && in())
		table[depth] = 1; // @reachable out-of-bounds
	late();
	while (in())
		sum /= in() | 1; // @unreachable division-by-zero
	return 0;
}
