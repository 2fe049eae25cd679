/* Trees that are freed node by node: each node once, and nothing that is still used. */
#include <stdlib.h>
int getchar(void);

struct node { int key; struct node *left, *right; };

/* Nodes are made below those that there are: they are younger. */
static struct node *insert(struct node *t, int key)
{
	if (!t) {
		struct node *n = malloc(sizeof *n);
		if (!n)
			return 0;
		n->key = key; // @unreachable out-of-bounds
		n->left = n->right = 0;
		return n;
	}
	if (key < t->key) // @unreachable dead-access
		t->left = insert(t->left, key); // @unreachable dead-access
	else
		t->right = insert(t->right, key); // @unreachable dead-access
	return t;
}

static void release(struct node *t)
{
	if (!t)
		return;
	release(t->left); // @unreachable dead-access
	release(t->right); // @unreachable dead-access
	free(t); // @unreachable double-free
}

struct expr { char op; int value; struct expr *l, *r; };

/* A node is made when its operands are there: they are older. */
static struct expr *node(char op, struct expr *l, struct expr *r)
{
	struct expr *e = malloc(sizeof *e);
	if (!e)
		abort();
	e->op = op;
	e->value = 0;
	e->l = l;
	e->r = r;
	return e;
}

static struct expr *sum(int depth)
{
	struct expr *l;
	int c = getchar();
	if (c == '(' && depth < 50) {
		l = sum(depth + 1);
		c = getchar();
	} else {
		l = node('n', 0, 0);
		l->value = c; // @unreachable dead-access
	}
	while ((c = getchar()) == '+')
		l = node('+', l, sum(depth + 1));
	return l;
}

static void drop(struct expr *e)
{
	if (e->l) // @unreachable dead-access
		drop(e->l); // @unreachable dead-access
	if (e->r) // @unreachable dead-access
		drop(e->r);
	free(e); // @unreachable double-free
}

int main(void)
{
	struct node *root = 0;
	int c;
	while ((c = getchar()) >= 0)
		root = insert(root, c);
	release(root);
	drop(sum(0));
	return 0;
}
