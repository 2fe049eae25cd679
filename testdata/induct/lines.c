/* Lines in an array that doubles where there is no more room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **names;
static size_t used, room;

static int add(const char *s)
{
	char *c, **p;
	if (used == room) {
		size_t more = room ? 2 * room : 8;
		p = realloc(names, more * sizeof *p);
		if (!p)
			return 0;
		names = p;
		room = more;
	}
	c = malloc(strlen(s) + 1);
	if (!c)
		return 0;
	strcpy(c, s);
	names[used++] = c; // @unreachable null-access dead-access out-of-bounds
	return 1;
}

int main(void)
{
	char line[80];
	size_t total = 0;
	while (fgets(line, sizeof line, stdin))
		if (!add(line))
			break;
	for (size_t i = 0; i < used; i++)
		total += strlen(names[i]); // @unreachable null-access dead-access out-of-bounds uninitialised-read
	printf("%zu\n", total);
	return 0;
}
