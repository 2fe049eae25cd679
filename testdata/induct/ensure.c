/* A buffer that grows: what makes room for more returns where that is, and the length
 * that is kept is the size of the block. */
#include <stdlib.h>
#include <string.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);
typedef struct { unsigned char *buffer; size_t length, offset; } printbuffer;

static unsigned char *ensure(printbuffer *p, size_t needed)
{
	unsigned char *newbuffer;
	size_t newsize;
	if (p->buffer == NULL)
		return NULL;
	if (p->length > 0 && p->offset >= p->length)
		return NULL;
	if (needed > INT_MAX)
		return NULL;
	needed += p->offset + 1;
	if (needed <= p->length)
		return p->buffer + p->offset;
	if (needed > INT_MAX / 2)
		return NULL;
	newsize = needed * 2;
	newbuffer = realloc(p->buffer, newsize);
	if (newbuffer == NULL) {
		free(p->buffer);
		p->length = 0;
		p->buffer = NULL;
		return NULL;
	}
	p->length = newsize;
	p->buffer = newbuffer;
	return newbuffer + p->offset;
}

static int literal(printbuffer *p, const char *text, size_t n)
{
	unsigned char *out = ensure(p, n + 1);
	if (out == NULL)
		return 0;
	memcpy(out, text, n); // @unreachable out-of-bounds
	out[n] = '\0'; // @unreachable out-of-bounds
	p->offset += n;
	return 1;
}

static int list(printbuffer *p)
{
	unsigned char *out = ensure(p, 1);
	if (out == NULL)
		return 0;
	*out = '['; // @unreachable out-of-bounds
	p->offset++;
	while (__VERIFIER_nondet_int()) {
		if (!literal(p, "null", 4))
			return 0;
		out = ensure(p, 2);
		if (out == NULL)
			return 0;
		*out++ = ',';
		*out = '\0';
		p->offset++;
	}
	out = ensure(p, 2);
	if (out == NULL)
		return 0;
	*out++ = ']'; // @unreachable out-of-bounds
	*out = '\0'; // @unreachable out-of-bounds
	return 1;
}

int main(void)
{
	printbuffer p;
	p.buffer = malloc(256);
	p.length = 256;
	p.offset = 0;
	if (p.buffer == NULL)
		return 1;
	list(&p);
	free(p.buffer); // @unreachable double-free
	return 0;
}
