/* Records that are taken from a block one after the other and linked: what a link leads to is
   written, but for the field that nobody writes. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct node { /* 24 bytes */
	int key;
	struct node *next;
	short level;
};

int main(void)
{
	struct node *pool = malloc(50 * sizeof *pool), *front = 0;
	if (!pool)
		return 0;
	int n = 0;
	while (__VERIFIER_nondet_int() && n < 50) {
		struct node *p = &pool[n++];
		p->next = front;
		p->key = __VERIFIER_nondet_int() & 15;
		front = p;
	}
	for (struct node *p = front; p; p = p->next) { // @unreachable uninitialised-read
		if (p->key > 15) // @unreachable uninitialised-read null-access dead-access
			__VERIFIER_error(); // @unreachable assertion
		if (p->level) // @reachable uninitialised-read
			break;
	}
	free(pool);
	return 0;
}

