/* Arrays of several dimensions, arrays as parameters, flexible members. */
#include "conformance.h"

struct flexible { int n; short tail[]; };
struct matrix { int rows, cols; double cell[2][3]; };

static int grid[3][4] = {{1, 2, 3, 4}, {5, 6}, {[2] = 9}};
static char cube[2][3][4];
static const char *const names[] = {"zero", "one", "two", [4] = "four"};
static int sparse[10] = {[3] = 30, [7] = 70, 80, [0] = 1};
static char text[8] = "abc", exact[3] = "xyz";
static struct { int k; char v[3]; } records[] = {{1, "a"}, {2, {'b', 'c'}}, {.v = "de", .k = 3}};
static struct flexible preset = {3, {7, 8, 9}};

static int total(int rows, int (*m)[4])
{
	int s = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < 4; j++)
			s += m[i][j];
	return s;
}

static void fill(char c[2][3][4])
{
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 4; k++)
				c[i][j][k] = (char)(i * 12 + j * 4 + k);
}

static void transpose(const double in[2][3], double out[3][2])
{
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 3; j++)
			out[j][i] = in[i][j];
}

static int sieve(void)
{
	char composite[200] = {0};
	int n = 0;
	for (int i = 2; i < 200; i++) {
		if (composite[i])
			continue;
		n++;
		for (int j = i * i; j < 200; j += i)
			composite[j] = 1;
	}
	return n;
}

static void sort(int *a, int n)
{
	for (int i = 1; i < n; i++) {
		int x = a[i], j = i;
		for (; j > 0 && a[j - 1] > x; j--)
			a[j] = a[j - 1];
		a[j] = x;
	}
}

static int search(const int *a, int n, int x)
{
	int lo = 0, hi = n;
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;
		if (a[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && a[lo] == x ? lo : -1;
}

static void initialised(void)
{
	CHECK(grid[0][3] == 4 && grid[1][1] == 6 && grid[1][2] == 0 && grid[2][2] == 9 && grid[2][3] == 0);
	CHECK(names[2][1] == 'w' && names[3] == 0 && names[4][3] == 'r' && sizeof names / sizeof *names == 5);
	CHECK(sparse[0] == 1 && sparse[3] == 30 && sparse[7] == 70 && sparse[8] == 80 && sparse[9] == 0);
	CHECK(text[2] == 'c' && text[3] == 0 && text[7] == 0 && exact[2] == 'z' && sizeof exact == 3);
	CHECK(records[0].v[1] == 0 && records[1].v[1] == 'c' && records[2].k == 3 && records[2].v[1] == 'e');
	CHECK(preset.n == 3 && preset.tail[2] == 9 && sizeof preset == 4);
	int local[5] = {1, [3] = 4}, zero[4] = {0};
	CHECK(local[0] == 1 && local[1] == 0 && local[3] == 4 && local[4] == 0 && zero[3] == 0);
	char word[] = "hello";
	word[0] = 'j';
	CHECK(sizeof word == 6 && word[0] == 'j' && word[4] == 'o' && "hello"[0] == 'h' && 1["hello"] == 'e');
}

static void dimensions(void)
{
	fill(cube);
	CHECK(cube[1][2][3] == 23 && cube[0][1][0] == 4);
	CHECK(*(*(*(cube + 1) + 2) + 1) == 21 && (&cube[0][0][0])[13] == 13);
	CHECK(total(3, grid) == 30 && total(1, grid + 2) == 9);
	CHECK(sizeof cube[0] == 12 && sizeof cube[0][0] == 4 && &cube[1] - &cube[0] == 1);
	CHECK((char *)&cube[1][1] - (char *)cube == 16);
	struct matrix m = {2, 3, {{1, 2, 3}, {4, 5, 6}}}, copy = m;
	double out[3][2];
	transpose(m.cell, out);
	CHECK(out[0][1] == 4 && out[2][0] == 3 && out[2][1] == 6);
	copy.cell[1][2] = 0;
	CHECK(m.cell[1][2] == 6 && copy.cell[1][1] == 5);
	int (*row)[4] = grid;
	row++;
	CHECK((*row)[0] == 5 && row[-1][1] == 2 && (*(row + 1))[2] == 9);
	int *flat = *grid + 4;
	CHECK(flat[0] == 5 && flat[-1] == 4);
}

static void flexible(void)
{
	union { struct flexible f; char room[sizeof(struct flexible) + 4 * sizeof(short)]; } u;
	struct flexible *f = &u.f;
	f->n = 4;
	for (int i = 0; i < f->n; i++)
		f->tail[i] = (short)(i * i);
	CHECK(f->tail[3] == 9 && f->n == 4 && *(short *)(u.room + 4 + 2 * 2) == 4);
}

int main(void)
{
	int a[] = {5, 2, 9, -1, 7, 2, 0};
	initialised();
	dimensions();
	flexible();
	CHECK(sieve() == 46);
	sort(a, 7);
	for (int i = 1; i < 7; i++)
		CHECK(a[i - 1] <= a[i]);
	CHECK(search(a, 7, 7) == 5 && search(a, 7, 3) == -1 && search(a, 7, -1) == 0);
	done();
	return 0;
}
