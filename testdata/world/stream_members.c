//! part at_the_end
//! part ahead: echo abc | "$0"
//! part held
//! part moved
//! part copied
//! part copied_by_call
//! part compared
//! part first_byte
//! part opened
//! part after_a_loop
/* What the library keeps in a stream, members of FILE, which programs can look at. */
#include "world.h"
#include <stdio.h>
#include <string.h>

static void at_the_end(void)
{
	while (getchar() != EOF)
		;
	if (stdin->_flags & 0x10)
		reached();
}

static void ahead(void)
{
	getchar();
	if (stdin->_IO_read_end - stdin->_IO_read_ptr == 3)
		reached();
}

static void held(void)
{
	fputs("hm", stdout);
	if (stdout->_IO_write_ptr - stdout->_IO_write_base == 2)
		reached();
}

static void moved(void)
{
	getchar();
	if (stdin->_IO_buf_base != 0)
		reached();
}

static void copied(void)
{
	FILE c = *stdout;
	if (c._fileno == 1)
		reached();
}

static void copied_by_call(void)
{
	int n;
	void *(*copy)(void *, const void *, size_t) = memcpy;
	copy(&n, &stdout->_fileno, sizeof n);
	if (n == 1)
		reached();
}

static void compared(void)
{
	if (memcmp(&stdin->_fileno, &stdout->_fileno, sizeof(int)) != 0)
		reached();
}

static void first_byte(void)
{
	if (*(unsigned char *)stdout > 3)
		reached();
}

static void opened(void)
{
	FILE *f = fopen("/proc/self/exe", "r");
	if (f == NULL)
		return;
	getc(f);
	if (f->_IO_buf_base != NULL && f->_IO_read_end - f->_IO_read_ptr > 50)
		reached();
	fclose(f);
}

static void after_a_loop(void)
{
	unsigned n = 0;
	FILE *f = fopen("/proc/self/exe", "r");
	if (f == NULL)
		return;
	while (getc(f) != EOF)
		n++;
	if (f->_IO_save_base == NULL && f->_IO_buf_end != NULL && (f->_flags & 0x10))
		reached();
}

int main(void)
{
	PART();
	return 0;
}
