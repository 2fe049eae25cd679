/* Records in arrays that are too large for a cell of each part: what holds of one field of all
   records, written in any order, whatever is written to the others. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct item { /* 20 bytes */
	char name[12];
	int weight, place;
};

static struct item items[40];
static int used;

static void add(int weight)
{
	if (used == 40)
		return;
	struct item *it = &items[used];
	it->place = used;
	it->weight = weight;
	strcpy(it->name, "item");
	used++;
}

static void filled(void)
{
	while (__VERIFIER_nondet_int()) {
		int w = __VERIFIER_nondet_int();
		if (w > 0 && w < 1000)
			add(w);
	}
	for (int i = 0; i < used; i++) {
		if (items[i].weight <= 0 || items[i].weight >= 1000)
			__VERIFIER_error(); // @unreachable assertion
		if (items[i].place < 0 || items[i].place > 40)
			__VERIFIER_error(); // @unreachable assertion
		if (items[i].place == 17)
			__VERIFIER_error(); // @reachable assertion
	}
}

static void swapped(void)
{
	int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
	if (i < 0 || i >= used || k < 0 || k >= used)
		return;
	struct item t = items[i];
	items[i] = items[k];
	items[k] = t;
	if (items[k].weight <= 0)
		__VERIFIER_error(); // @unreachable assertion
}

int main(void)
{
	filled();
	swapped();
	return 0;
}
