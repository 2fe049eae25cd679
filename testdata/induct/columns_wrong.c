/* Fields of records in large arrays that are written by other means than a field's name. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct item { /* 20 bytes */
	char name[12];
	int weight, place;
};

static struct item items[40], others[40];

static int in(int n)
{
	int i = __VERIFIER_nondet_int();
	return i >= 0 && i < n ? i : 0;
}

static void changed(void)
{
	for (int i = 0; i < 40; i++) {
		items[i].weight = 1;
		items[i].place = 2;
	}
	switch (__VERIFIER_nondet_int()) {
	case 0:
		((char *)items)[in(800)] = 7;
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 1:
		items[in(40)].name[in(16)] = 7;
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @unproved assertion
		break;
	case 2:
		*(long *)&items[in(40)].weight = 7;
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 3:
		*(long *)&items[in(39)].place = 7;
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @unreachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 4:
		*(int *)((char *)&items[in(40)] + 14) = 7;
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 5:
		*(long *)((char *)&items[in(39)] + 8) = 7;
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @unreachable assertion
		break;
	case 6:
		memset(&items[in(40)], 7, 20);
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 7:
		memset((char *)&items[in(40)] + 15, 7, 5);
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 8:
		memset((char *)&items[in(39)] + 18, 7, in(15) + 1);
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @unproved assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 9:
		strcpy(items[in(40)].name, "twelve letters");
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @unreachable assertion
		break;
	case 10:
		memmove(&items[in(39)], (char *)&items[in(39)] + 4, 20);
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 11:
		items[in(40)] = others[in(40)];
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	case 12:
		((int *)items)[in(200)] = 7;
		if (items[in(40)].weight != 1)
			__VERIFIER_error(); // @reachable assertion
		if (items[in(40)].place != 2)
			__VERIFIER_error(); // @reachable assertion
		break;
	}
}

struct node { /* 24 bytes */
	int key;
	struct node *next;
	short level;
};

/* A block that takes the place of one that was filled is not. */
static void again(void)
{
	int n = in(100);
	while (__VERIFIER_nondet_int()) {
		struct node *p = malloc((n + 1) * sizeof *p);
		if (!p)
			return;
		if (p[in(n + 1)].key == 3) // @reachable uninitialised-read
			__VERIFIER_error(); // @reachable assertion
		for (int i = 0; i <= n; i++) {
			p[i].next = 0;
			p[i].key = 1;
		}
		if (p[in(n + 1)].key == 3) // @unproved uninitialised-read
			__VERIFIER_error(); // @unproved assertion
		free(p);
	}
}

/* What is copied from records that were not written is unwritten. */
static void copied(void)
{
	struct node a[30], b[30];
	for (int i = 0; i < 30; i++)
		b[i].key = a[i].level = i;
	memcpy(&b[in(30)], &a[in(30)], sizeof a[0]);
	int k = in(30);
	if (b[k].key == 50) // @reachable uninitialised-read
		__VERIFIER_error(); // @reachable assertion
	if (b[in(30)].level == 3) // @reachable uninitialised-read
		__VERIFIER_error(); // @reachable assertion
}

static struct { const char *name; int n; } table[] = {
	{"a", 1}, {"b", 2}, {0, 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}, {"h", 8}, {"i", 9}, {"j", 10},
	{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}, {"h", 8}, {"i", 9}, {"j", 10},
	{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}, {"h", 8}, {"i", 9}, {"j", 10},
	{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}, {"h", 8}, {"i", 9}, {"j", 10},
	{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}, {"h", 8}, {"i", 9}, {"j", 10},
	{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}, {"h", 8}, {"i", 9}, {"j", 10},
};

static void initial(void)
{
	int i = in(60);
	if (__VERIFIER_nondet_int())
		table[i].n = 20;
	if (table[in(60)].n > 10)
		__VERIFIER_error(); // @reachable assertion
	if (table[in(60)].n > 20 || table[in(60)].n < 1)
		__VERIFIER_error(); // @unreachable assertion
	if (*table[in(60)].name == 'd') // @reachable null-access
		__VERIFIER_error(); // @reachable assertion
}

int main(void)
{
	changed();
	again();
	copied();
	initial();
	return 0;
}
