/* Texts of computed size that fields of blocks name, and a text that grows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

struct item { struct item *next; char *name; };

static char *copy(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = malloc(n);
	if (p)
		memcpy(p, s, n);
	return p;
}

static struct item *add(struct item *list, const char *name)
{
	struct item *i = malloc(sizeof *i);
	if (!i)
		return list;
	i->name = copy(name);
	if (!i->name) {
		free(i);
		return list;
	}
	i->next = list;
	return i;
}

static int letters(const struct item *list)
{
	int n = 0;
	const char *s;
	for (; list; list = list->next)
		for (s = list->name; *s; s++) // @unreachable out-of-bounds uninitialised-read
			n += *s == 'a'; // @unreachable uninitialised-read
	return n;
}

static size_t longest(const struct item *list)
{
	size_t n = 0, k;
	for (; list; list = list->next) {
		k = strlen(list->name); // @unreachable out-of-bounds
		if (k > n)
			n = k;
	}
	return n;
}

static int behind(const struct item *list)
{
	int n = 0;
	for (; list; list = list->next)
		n += list->name[strlen(list->name) + 1]; // @reachable out-of-bounds
	return n;
}

int main(void)
{
	struct item *list = NULL;
	char word[100];
	while (in() && fgets(word, sizeof word, stdin))
		list = add(list, word);
	return letters(list) + (int)longest(list) + behind(list);
}
