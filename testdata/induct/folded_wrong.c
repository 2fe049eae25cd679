/* Memory without cells: what looks initialised, or terminated, and is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static char line[4096];

/* The byte at the end is written over. */
static int unended(void)
{
	size_t n = (unsigned char)in() + 2u, i;
	char *p = malloc(n);
	if (!p)
		return 0;
	for (i = 0; i < n; i++)
		p[i] = 'a';
	p[n - 1] = 0;
	if (in())
		p[n - 1] = 'b';
	return (int)strlen(p); // @reachable out-of-bounds
}

/* One byte fewer is copied than there are. */
static int truncated(const char *s)
{
	size_t n = strlen(s), i;
	char *p = malloc(n + 1);
	int k = 0;
	if (!p)
		return 0;
	memcpy(p, s, n);
	for (i = 0; i <= n; i++)
		k += p[i]; // @reachable uninitialised-read
	return k;
}

/* A gap is left between what is written. */
static int gap(void)
{
	size_t n = (unsigned char)in() + 8u;
	char *p = malloc(n);
	if (!p)
		return 0;
	p[0] = 1;
	p[7] = 1;
	return p[5]; // @reachable uninitialised-read
}

/* What is copied was never written. */
static int spread(void)
{
	size_t n = (unsigned char)in() + 8u, i;
	char *p = malloc(n), *q = malloc(n);
	int k = 0;
	if (!p || !q)
		return 0;
	for (i = 0; i < n; i++)
		p[i] = 1;
	memcpy(p, q, n);
	for (i = 0; i < n; i++)
		k += p[i]; // @reachable uninitialised-read
	return k;
}

/* What lies between the members of a structure was never written. */
static int padding(void)
{
	struct { char c; int i; double d; long l; } s;
	size_t n = (unsigned char)in() + sizeof s;
	char *p = malloc(n);
	if (!p)
		return 0;
	s.c = 1;
	s.i = 2;
	s.d = 3;
	s.l = 4;
	memcpy(p, &s, sizeof s);
	return p[1]; // @reachable uninitialised-read
}

/* Two blocks of one call are not the same block. */
static int other(void)
{
	char *p[2];
	size_t i;
	for (i = 0; i < 2; i++) {
		size_t n = (unsigned char)in() + 1u;
		p[i] = malloc(n);
		if (!p[i])
			return 0;
	}
	p[1][0] = 0;
	return p[0][0]; // @reachable uninitialised-read
}

/* The last byte that is 0 lies before the address. */
static int beyond(void)
{
	size_t n = (unsigned char)in() + 9u;
	char *p = malloc(n);
	if (!p)
		return 0;
	memset(p, 'x', n);
	p[3] = 0;
	return puts(p + 4); // @reachable out-of-bounds
}

/* A byte that is read as 0 is written again. */
static int again(void)
{
	size_t i, k = 0;
	for (i = 0; i < sizeof line; i++)
		line[i] = in();
	while (k < sizeof line && line[k])
		k++;
	if (k == sizeof line)
		return 0;
	line[k] = 1;
	return (int)strlen(line); // @reachable out-of-bounds
}

int main(void)
{
	switch (in()) {
	case 0: return unended();
	case 1: return truncated("key");
	case 2: return gap();
	case 3: return spread();
	case 4: return other();
	case 5: return beyond();
	case 6: return padding();
	}
	return again();
}
