/* A buffer that grows: the old block is freed, and a new one takes its place. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

struct text { char *bytes; int size, used; };

static int grow(struct text *t)
{
	char *more;
	if (t->used < t->size)
		return 1;
	if (t->size > 1000000)
		return 0;
	more = malloc(2 * t->size);
	if (!more) {
		free(t->bytes); // @unreachable double-free
		t->bytes = 0;
		return 0;
	}
	memcpy(more, t->bytes, t->used); // @unreachable dead-access
	free(t->bytes); // @unreachable double-free
	t->bytes = more;
	t->size *= 2;
	return 1;
}

static int add(struct text *t, int depth)
{
	while (in()) {
		if (depth < 10 && in() && !add(t, depth + 1))
			return 0;
		if (!grow(t))
			return 0;
		t->bytes[t->used++] = 'x'; // @unreachable out-of-bounds
	}
	return 1;
}

int main(void)
{
	struct text t;
	t.bytes = malloc(16);
	t.size = 16;
	t.used = 0;
	if (!t.bytes)
		return 1;
	if (!add(&t, 0)) {
		free(t.bytes); // @unreachable double-free
		return 1;
	}
	t.bytes[0] = 'y'; // @unreachable out-of-bounds
	free(t.bytes); // @unreachable double-free
	return t.bytes[0]; // @reachable dead-access
}
