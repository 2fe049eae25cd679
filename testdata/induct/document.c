/* A document: items are linked to the next one and to their first child, and own texts.
 * What is not read to its end is released again. */
#include <stdlib.h>
int getchar(void);
struct item { struct item *next, *child; int kind; char *name, *text; };

static void release(struct item *it)
{
	while (it) {
		struct item *next = it->next; // @unreachable dead-access
		if (it->child) // @unreachable dead-access
			release(it->child); // @unreachable dead-access
		if (it->name) // @unreachable dead-access
			free(it->name); // @unreachable double-free
		if (it->text) // @unreachable dead-access
			free(it->text); // @unreachable double-free
		free(it); // @unreachable dead-access
		it = next;
	}
}

static struct item *fresh(void)
{
	struct item *it = malloc(sizeof *it);
	if (it) {
		it->next = it->child = 0;
		it->kind = 0;
		it->name = it->text = 0;
	}
	return it;
}

static int text(struct item *it)
{
	int n = getchar(), i;
	char *t;
	if (n < 1)
		return 0;
	t = malloc(n + 1);
	if (!t)
		return 0;
	for (i = 0; i < n; i++)
		t[i] = (char)getchar();
	t[n] = 0;
	it->text = t; // @unreachable dead-access
	return 1;
}

static int parse(struct item *it, int depth)
{
	struct item *head = 0, *last = 0;
	int c = getchar();
	if (c == '"')
		return text(it);
	if (c != '[') {
		it->kind = c; // @unreachable dead-access
		return c >= '0' && c <= '9';
	}
	if (depth > 100)
		return 0;
	do {
		struct item *n = fresh();
		if (!n)
			goto fail;
		if (!head)
			head = last = n;
		else {
			last->next = n; // @unreachable dead-access
			last = n;
		}
		if (getchar() == '=') {
			if (!text(n))
				goto fail;
			n->name = n->text; // @unreachable dead-access
			n->text = 0;
		}
		if (!parse(n, depth + 1))
			goto fail;
		c = getchar();
	} while (c == ',');
	if (c != ']')
		goto fail;
	it->child = head; // @unreachable dead-access
	return 1;
fail:
	if (head)
		release(head);
	return 0;
}

static int sum(const struct item *it)
{
	int s = 0;
	for (; it; it = it->next) { // @unreachable dead-access
		if (it->child) // @unreachable dead-access
			s ^= sum(it->child); // @unreachable dead-access
		s ^= it->kind; // @unreachable dead-access
	}
	return s;
}

int main(void)
{
	struct item *root = fresh();
	int s;
	if (!root)
		return 1;
	if (!parse(root, 0)) {
		release(root);
		return 1;
	}
	s = sum(root);
	release(root);
	return s & 1;
}
