/* A text that grows by what is put at its end. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

struct text { char *bytes; size_t size, used; };

static int room(struct text *t, size_t n)
{
	char *more;
	size_t size = t->size;
	if (n > 1000000 || t->used + n < t->size)
		return n <= 1000000;
	if (size > 1000000000)
		return 0;
	size = size * 2 + n;
	more = realloc(t->bytes, size);
	if (!more)
		return 0;
	t->bytes = more;
	t->size = size;
	return 1;
}

static int append(struct text *t, const char *s)
{
	size_t n = strlen(s);
	if (!room(t, n))
		return 0;
	memcpy(t->bytes + t->used, s, n + 1); // @unreachable out-of-bounds
	t->used += n;
	return 1;
}

int main(int argc, char **argv)
{
	struct text t;
	size_t i;
	int k = 0;
	t.size = 16;
	t.used = 0;
	t.bytes = malloc(t.size);
	if (!t.bytes)
		return 1;
	t.bytes[0] = 0;
	while (in())
		if (!append(&t, in() ? "key" : "value"))
			break;
	for (i = 0; i < t.used; i++)
		k += t.bytes[i];
	k += (int)strlen(t.bytes); // @unreachable out-of-bounds
	free(t.bytes);
	return k;
}
