/* Tables of addresses in memory that is too large for cells, or of a computed size. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()
static void bad(void) {}

struct item { int v; struct item *next; };
struct entry { char *name; long n; };

static struct item *slots[1024];
static struct item *gone[1024];
static struct entry entries[700];
static int one, two;

int main(void)
{
	int n = in(), used = 0;
	if (n <= 0 || n > 1000000)
		return 0;
	int **table = malloc(n * sizeof *table), **copy, *p, local = 5;
	if (!table)
		return 1;
	for (int i = 0; i < n; i++)
		table[i] = in() ? &one : &two;
	while (in()) {
		unsigned h = (unsigned)in() & 1023, k = (unsigned)in() % 700;
		if (!slots[h]) {
			slots[h] = malloc(sizeof(struct item));
			if (!slots[h])
				continue;
			slots[h]->v = 1; // @unreachable out-of-bounds dead-access
			slots[h]->next = NULL;
		}
		if (slots[h]->v != 1) // @unreachable null-access dead-access out-of-bounds uninitialised-read foreign-access
			bad(); // @reachable reached
		if (gone[h])
			gone[h]->v = 2; // @reachable dead-access
		gone[h] = slots[h];
		if (in()) {
			free(slots[h]); // @unreachable double-free
			slots[h] = NULL;
		}
		if (in() && entries[k].name == NULL) {
			entries[k].name = malloc(8);
			entries[k].n = 8;
		}
		if (entries[k].name)
			*entries[k].name = 1; // @unreachable dead-access out-of-bounds foreign-access
		if (in() && used < n) {
			p = table[used++];
			*p = 3; // @unreachable null-access dead-access out-of-bounds uninitialised-read foreign-access const-write
		}
	}
	copy = malloc((n + 1) * sizeof *copy);
	if (!copy)
		return 1;
	memcpy(copy, table, n * sizeof *table);
	copy[n] = NULL;
	memmove(copy, copy + 1, n * sizeof *copy);
	for (int i = 0; i < n; i++) {
		if (copy[i])
			*copy[i] = 4; // @unreachable dead-access out-of-bounds uninitialised-read foreign-access const-write
		if (!copy[i])
			bad(); // @reachable reached
		if (copy[i] == &two)
			bad(); // @reachable reached
		if (copy[i] == &local)
			bad(); // @unreachable reached
	}
	((char *)table)[in() & 7] = 1;
	*table[0] = 5; // @reachable foreign-access
	return 0;
}
