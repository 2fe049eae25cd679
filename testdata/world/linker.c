//! part same
//! part written
//! part last
//! part behind
//! part data_part
//! part kept
//! part list
//! part constructed
//! part defined
//! part no_null
/* The linker defines symbols for the bounds of sections, where objects of the program lie. */
#include "world.h"
#include <stddef.h>

static int number __attribute__((section("nums"), used)) = 1;
static int data = 1, zero;
extern int __start_nums[], __stop_nums[], _edata[], __bss_start[];
extern char _end[] __attribute__((weak)), __executable_start[];
static int *first = __start_nums;
static struct { int n; int *to; } table[] = {{1, NULL}, {2, __start_nums}};

static void same(void)
{
	int *at = __start_nums;
	if (at == &number)
		reached();
}

static void written(void)
{
	*__start_nums = 5;
	if (number == 5)
		reached();
}

static void last(void)
{
	if (__stop_nums[-1] == 1)
		reached();
}

static void behind(void)
{
	if ((char *)&zero < _end && (char *)&zero > __executable_start)
		reached();
}

/* What a loop over all data writes. */
static void data_of(int *from, int *to)
{
	while (from < to)
		if (*--to == 77)
			*to = 78;
}

static void data_part(void)
{
	data = 77;
	data_of((int *)(((size_t)&data + 3) & ~(size_t)3), _edata);
	if (data == 78)
		reached();
}

static void kept(void)
{
	if (first == &number)
		reached();
}

static void list(void)
{
	for (int i = 0; i < 2; i++)
		if (table[i].to != NULL)
			*table[i].to = 9;
	if (number == 9)
		reached();
}

extern void (*__init_array_end[])(void) __attribute__((visibility("hidden")));
static int runs;
__attribute__((constructor)) static void construct(void) { runs++; }

static void constructed(void)
{
	__init_array_end[-1]();
	if (runs == 2)
		reached();
}

static void defined(void)
{
	__bss_start[0] = 0;
	if (_end != NULL)
		reached();
}

static void no_null(void)
{
	if (_end == NULL || &__start_nums[0] == NULL)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
