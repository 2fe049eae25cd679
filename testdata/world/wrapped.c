//! flags -Wl,--wrap=memset -Wl,--defsym=memmove=my_move -Wl,--wrap=ceil
//! part wrapped
//! part real
//! part defined
//! part rounded
/* Functions that compilers know and the linker leads elsewhere. */
#include <stddef.h>
#include <string.h>
#include "world.h"

extern double ceil(double);
extern void *__real_memset(void *, int, size_t);

static char text[] = "abcdefgh";
static size_t three = 3;

void *__wrap_memset(void *to, int c, size_t n) { return __real_memset(to, c + 1, n); }
void *my_move(void *to, const void *from, size_t n) { return to; }
double __wrap_ceil(double x) { return 5; }

static void wrapped(void)
{
	memset(text, 'x', three);
	if (text[0] != 'y' || text[3] != 'd')
		never();
	reached();
}
static void real(void)
{
	__real_memset(text, 'x', three);
	if (text[0] != 'x')
		never();
	reached();
}
static void defined(void)
{
	memmove(text, text + 1, three);
	if (text[0] != 'a')
		never();
	reached();
}
static void rounded(void)
{
	double x = three;
	if (ceil(x) != 5)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
