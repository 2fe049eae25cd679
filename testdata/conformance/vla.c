/* Arrays of variable length, alloca, and their lifetimes. */
#include "conformance.h"

static int triangle(int n)
{
	int v[n];
	int s = 0;
	for (int i = 0; i < n; i++)
		v[i] = i + 1;
	for (int i = 0; i < n; i++)
		s += v[i];
	return s + (int)sizeof v;
}

static int product(int n, int m, int x[n][m])
{
	int p = 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			p *= x[i][j];
	return p;
}

static long pascal(int n, int k)
{
	long row[n + 1][n + 1];
	for (int i = 0; i <= n; i++)
		for (int j = 0; j <= i; j++)
			row[i][j] = j == 0 || j == i ? 1 : row[i - 1][j - 1] + row[i - 1][j];
	return row[n][k];
}

static int inner(int n)
{
	int total = 0;
	for (int i = 1; i <= n; i++) {
		char block[i * 2];
		for (int j = 0; j < i * 2; j++)
			block[j] = (char)j;
		total += block[i] + (int)sizeof block;
		if (i == 3)
			continue;
		total++;
	}
	return total;
}

static int recurse(int n)
{
	int v[n + 1];
	v[n] = n;
	return n ? v[n] + recurse(n - 1) : v[0];
}

static int with_alloca(int n)
{
	int **rows = __builtin_alloca((unsigned long)n * sizeof *rows);
	for (int i = 0; i < n; i++) {
		rows[i] = __builtin_alloca(sizeof(int) * 2);
		rows[i][0] = i;
		rows[i][1] = i * i;
	}
	int s = 0;
	for (int i = 0; i < n; i++)
		s += rows[i][0] + rows[i][1];
	return s;
}

static int jump(int n)
{
	int rounds = 0, s = 0;
again:;
	int v[n + rounds];
	v[n + rounds - 1] = rounds;
	s += v[n + rounds - 1] + (int)(sizeof v / sizeof *v);
	if (++rounds < 3)
		goto again;
	return s;
}

static int pointers(int n)
{
	int m[n][n + 1], (*p)[n + 1] = m;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= n; j++)
			m[i][j] = i * 10 + j;
	p++;
	typedef int row[n + 1];
	row copy;
	for (int j = 0; j <= n; j++)
		copy[j] = p[0][j];
	return p[1][2] * 100 + copy[n] + (int)(sizeof(row) / sizeof(int)) + (int)(&m[2] - &m[0]);
}

int main(void)
{
	int x[2][3] = {{1, 2, 3}, {4, 5, 6}};
	CHECK(triangle(1) == 5 && triangle(10) == 95);
	CHECK(product(2, 3, x) == 720 && product(1, 2, (int[1][2]){{3, 4}}) == 12);
	CHECK(pascal(10, 5) == 252 && pascal(0, 0) == 1);
	CHECK(inner(4) == 1 + 2 + 3 + 4 + 2 + 4 + 6 + 8 + 3);
	CHECK(recurse(20) == 210);
	CHECK(with_alloca(5) == 10 + 30);
	CHECK(jump(2) == 0 + 2 + 1 + 3 + 2 + 4);
	CHECK(pointers(3) == 2200 + 13 + 4 + 2);
	done();
	return 0;
}
