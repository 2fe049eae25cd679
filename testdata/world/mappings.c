//! part is_there
//! part is_gone: "$0" >/dev/null; test $? = 139 && exit 10
//! part others_stay
//! part file: "$0" < "$0"
//! part fails
//! part of_no_size
/* Memory of mmap: the program's own until munmap, whose end is that of its life. */
#include <stddef.h>
#include <sys/mman.h>
#include "world.h"

#define ANYTHING (PROT_READ | PROT_WRITE)
#define OWN (MAP_PRIVATE | MAP_ANONYMOUS)

static void is_there(void)
{
	char *p = mmap(NULL, 5000, ANYTHING, OWN, -1, 0);
	if (p == NULL || p == MAP_FAILED)
		return;
	if (p[4999] != 0)
		never();
	p[8191] = 7;
	if (p[8191] != 7)
		never();
	reached();
}

static void is_gone(void)
{
	char *p = mmap(NULL, 4096, ANYTHING, OWN, -1, 0);
	if (p == MAP_FAILED || munmap(p, 4096) != 0)
		return;
	*p = 1;
	never();
}

static void others_stay(void)
{
	char *p = mmap(NULL, 4096, ANYTHING, OWN, -1, 0), *q = mmap(NULL, 4096, ANYTHING, OWN, -1, 0);
	if (p == MAP_FAILED || q == MAP_FAILED)
		return;
	q[1] = 3;
	if (p == q)
		never();
	if (munmap(p, 1) != 0)
		return;
	if (q[1] != 3)
		never();
	reached();
}

static void file(void)
{
	char *p = mmap(NULL, 4, PROT_READ, MAP_PRIVATE, 0, 0);
	if (p != MAP_FAILED && p[1] == 'E' && p[2] == 'L')
		reached();
}

static void fails(void)
{
	if (mmap(NULL, 4096, ANYTHING, MAP_PRIVATE, -7, 0) == MAP_FAILED)
		reached();
}

static void of_no_size(void)
{
	if (mmap(NULL, 0, ANYTHING, OWN, -1, 0) != MAP_FAILED)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
