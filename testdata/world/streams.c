//! part standard
//! part given
//! part kept
//! part used
/* Code that is not there knows the standard streams by their names. */
#include <stdio.h>
#include "world.h"

FILE *stream(void);
FILE *same(FILE *f);
extern FILE *log_file;
void set(FILE **f);
#ifdef HIDDEN
FILE *stream(void) { return stdin; }
FILE *same(FILE *f) { return stderr; }
FILE *log_file;
__attribute__((constructor)) static void opens(void) { log_file = stdout; }
void set(FILE **f) { *f = stderr; }
#endif

static void standard(void)
{
	if (stream() == stdin)
		reached();
}
static void given(void)
{
	if (same(stdout) == stderr)
		reached();
}
static void kept(void)
{
	if (log_file == stdout)
		reached();
}
static void used(void)
{
	FILE *f;
	set(&f);
	if (f == stderr && fputc('x', f) == 'x')
		reached();
}
int main(void)
{
	PART();
	return 0;
}
