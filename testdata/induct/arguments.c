/* Arguments that a loop looks at: as many as there are, each of any length. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int a[10];

/* What people do with them. */
static void joined(int argc, char **argv)
{
	char out[64];
	size_t used = 0;
	for (int i = 1; i < argc; i++) {
		size_t n = strlen(argv[i]); // @unreachable out-of-bounds
		if (n >= sizeof out - used)
			break;
		memcpy(out + used, argv[i], n); // @unreachable out-of-bounds
		used += n;
	}
	out[used] = 0; // @unreachable out-of-bounds
}

static int options(int argc, char **argv)
{
	int verbose = 0, i;
	for (i = 1; i < argc; i++) {
		const char *p = argv[i]; // @unreachable out-of-bounds
		if (*p++ != '-') // @unreachable null-access
			break;
		if (strcmp(p, "-") == 0) // @unreachable out-of-bounds
			break;
		while (*p) // @unreachable out-of-bounds
			if (*p++ == 'v' && verbose < 9) // @unreachable out-of-bounds
				verbose++;
	}
	return a[verbose]; // @unreachable index-bound
}

static char *copied(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *p = malloc(strlen(argv[i]) + 1); // @unreachable out-of-bounds
		if (!p)
			return NULL;
		strcpy(p, argv[i]); // @unreachable out-of-bounds
		if (in())
			return p;
		free(p);
	}
	return NULL;
}

/* A string is the same whenever it is looked at, and no text of the program. */
static void same(int argc, char **argv)
{
	for (int i = 0; i < argc; i++) {
		int first = argv[i][0];
		if (first != argv[i][0])
			a[10] = 0; // @unreachable index-bound
		size_t n = strlen(argv[i]);
		if (argv[i][n] != 0 || n > 0 && argv[i][n - 1] == 0)
			a[10] = 1; // @unreachable index-bound
		if (argv[i] == (char *)a)
			a[10] = 2; // @unreachable index-bound
	}
	if (argv[argc])
		a[10] = 3; // @unreachable index-bound
}

int main(int argc, char **argv)
{
	switch (in()) {
	case 0: joined(argc, argv); break;
	case 1: return options(argc, argv);
	case 2: free(copied(argc, argv)); break;
	case 3: same(argc, argv); break;
	}
	return 0;
}
