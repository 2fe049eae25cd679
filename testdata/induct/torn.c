/* Copies between ranges that may overlap: the bytes that are written are any, and all
 * else is as it was. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()
static void bad(void) {}

static char line[8];
static struct pair { int a, b; } pairs[8];

int main(void)
{
	int from, n = 0, kept = 3;
	char *text = malloc(64), *word, *last = NULL;
	if (!text)
		return 1;
	memset(text, 0, 64);
	while (in()) {
		from = in() & 3;
		memcpy(line + from, line, 4); // @reachable overlap
		if (line[1] == 5)
			bad(); // @reachable reached
		if (line[7] != 0)
			bad(); // @unreachable reached
		memcpy(text + from, text, 16); // @reachable overlap
		if (text[2] == 5)
			bad(); // @reachable reached
		memcpy(text + n, text + n, 2); // @reachable overlap
		pairs[from] = pairs[n]; // @unreachable overlap
		word = malloc(16);
		if (!word)
			continue;
		memcpy(word, text + from, 16); // @unreachable overlap out-of-bounds
		if (last)
			memcpy(word, last + 4, 8); // @unreachable overlap dead-access
		free(last);
		last = word;
		n = (n + 1) & 7;
		if (kept != 3 || line[0] != 0 && n > 7)
			bad(); // @unreachable reached
	}
	free(last);
	free(text); // @unreachable double-free
	return 0;
}
