/* Records that are counted first and filled then, one word after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mapping {
	char *extension, *type;
};

static struct mapping *map;
static size_t used;

static char *copy(const char *s)
{
	char *c = malloc(strlen(s) + 1);
	if (!c)
		exit(1);
	strcpy(c, s);
	return c;
}

static void add(const char *extension, const char *type)
{
	used++;
	map = realloc(map, used * sizeof *map);
	if (!map)
		exit(1);
	map[used - 1].extension = copy(extension); // @unreachable out-of-bounds dead-access
	map[used - 1].type = copy(type); // @unreachable out-of-bounds dead-access
}

int main(void)
{
	char line[80];
	while (fgets(line, sizeof line, stdin))
		add(line, line);
	for (size_t i = 0; i < used; i++)
		puts(map[i].type); // @unreachable null-access dead-access out-of-bounds uninitialised-read
	for (size_t i = 0; i < used; i++) {
		free(map[i].extension); // @unreachable uninitialised-read dead-access double-free
		free(map[i].type); // @unreachable uninitialised-read dead-access double-free
	}
	free(map);
	return 0;
}
