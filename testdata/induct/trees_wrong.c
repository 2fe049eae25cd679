/* The trees of trees.c, each with an error: what ownership must not hide. */
#include <stdlib.h>
int getchar(void);

struct node { int key; struct node *left, *right; };

static struct node *make(int key)
{
	struct node *n = malloc(sizeof *n);
	if (!n)
		abort();
	n->key = key;
	n->left = n->right = 0;
	return n;
}

/* A block is freed before what is below it. */
static void early(struct node *t)
{
	if (!t)
		return;
	early(t->left);
	free(t);
	early(t->right); // @reachable dead-access
}

/* Two links name one block. */
static void twice(struct node *t)
{
	if (!t)
		return;
	twice(t->left); // @reachable dead-access
	twice(t->right);
	free(t);
}

static struct node *shared(void)
{
	struct node *t = make(1), *below = make(2);
	t->left = below;
	if (getchar() == 's')
		t->right = below;
	return t;
}

/* A link leads back to a block above. */
static void around(struct node *t)
{
	struct node *below = t->left;
	if (below && t->key > 0) {
		t->key = 0;
		around(below);
	}
	free(t); // @reachable double-free
}

/* What is freed is used by who had it freed. */
static void both(struct node *t)
{
	if (t->left)
		both(t->left);
	if (t->right) // @unreachable dead-access
		both(t->right);
	free(t);
}

/* Many births: the last of them happens. */
static int births(void)
{
	struct node *t = make(getchar());
	while (getchar() == 'b')
		t = make(t->key); // @unreachable dead-access
	if (t->key != 5)
		return 0;
	t->left = make(6);
	t = t->left->left;
	return t->key; // @reachable null-access
}

int main(void)
{
	struct node *t = make(3);
	switch (getchar()) {
	case 'e':
		early(t);
		return 0;
	case 't':
		twice(shared());
		return 0;
	case 'a':
		t->key = 7;
		t->left = make(7);
		t->left->left = t;
		around(t);
		return 0;
	case 'b':
		t->left = make(4);
		both(t);
		return t->key; // @reachable dead-access
	}
	return births();
}
