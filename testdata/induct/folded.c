/* Memory that has no cells: blocks whose size is computed, and large arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static char line[4096];

static int sum(const int *a, int n)
{
	int i, s = 0;
	for (i = 0; i < n; i++)
		s ^= a[i]; // @unreachable uninitialised-read
	return s;
}

static int numbers(void)
{
	int n = in(), i, s;
	int *a;
	if (n < 1 || n > 100000)
		return 0;
	a = malloc(n * sizeof *a);
	if (!a)
		return 0;
	for (i = 0; i < n; i++)
		a[i] = in(); // @unreachable out-of-bounds
	s = sum(a, n);
	free(a);
	return s;
}

static char *copy(const char *s)
{
	size_t n = strlen(s) + 1; // @unreachable out-of-bounds uninitialised-read
	char *p = malloc(n);
	if (!p)
		return NULL;
	memcpy(p, s, n); // @unreachable uninitialised-read
	return p;
}

static int count(const char *s)
{
	int n = 0;
	while (*s) { // @unreachable out-of-bounds
		if (*s == 'a') // @unreachable uninitialised-read
			n++;
		s++;
	}
	return n;
}

static void read_line(void)
{
	int i = 0, c;
	while (i < (int)sizeof line - 1 && (c = getchar()) != EOF && c != '\n')
		line[i++] = c;
	line[i] = 0;
}

int main(void)
{
	int i, k = 0, last;
	char big[2000];
	read_line();
	char *p = copy(line);
	if (!p)
		return 1;
	k += count(p);
	p[0] = 0;
	for (i = 0; i < 1500; i++)
		big[i] = in();
	for (i = 0; i < 1500; i++)
		k ^= big[i]; // @unreachable uninitialised-read
	for (i = 0; i < 1501; i++)
		last = big[i]; // @reachable uninitialised-read
	k ^= numbers();
	printf("%d %s\n", k, p); // @unreachable out-of-bounds
	free(p);
	return last;
}
