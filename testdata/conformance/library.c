//! library
/* The C library on known data, through assay's models of it. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"

struct entry { const char *name; int n; };

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_name(const void *a, const void *b) { return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name); }

static int format(char *to, size_t n, const char *f, ...)
{
	va_list ap;
	va_start(ap, f);
	int k = vsnprintf(to, n, f, ap);
	va_end(ap);
	return k;
}

static void strings(void)
{
	char b[32] = "hello";
	CHECK(strlen(b) == 5 && strcmp(b, "help") < 0 && strcmp("b", "a") > 0 && strncmp(b, "help", 3) == 0);
	CHECK(strcpy(b + 5, " world") == b + 5 && strcmp(b, "hello world") == 0 && strcat(b, "!")[11] == '!');
	CHECK(strchr(b, 'o') == b + 4 && strrchr(b, 'o') == b + 7 && !strchr(b, 'z') && *strchr(b, 0) == 0);
	CHECK(strstr(b, "wor") == b + 6 && strspn(b, "hel") == 4 && strcspn(b, " ") == 5 && strpbrk(b, "xw") == b + 6);
	CHECK(memcmp("abc", "abd", 2) == 0 && memcmp("abc", "abd", 3) < 0 && memchr(b, 'w', 12) == b + 6);
	memset(b, 'x', 4);
	CHECK(b[3] == 'x' && b[4] == 'o' && strncpy(b, "ab", 4) == b && b[3] == 0);
	char list[] = "a,b;;c", *p = strtok(list, ",;");
	CHECK(!strcmp(p, "a") && !strcmp(strtok(0, ",;"), "b") && !strcmp(strtok(0, ",;"), "c") && !strtok(0, ",;"));
	CHECK(isdigit('7') && !isdigit('a') && isalpha('z') && toupper('q') == 'Q' && tolower('Q') == 'q' && isspace('\n') && isxdigit('F') && ispunct('!'));
}

static void numbers(void)
{
	char *end;
	CHECK(atoi("-42") == -42 && atol("123456789012") == 123456789012L && strtol("0x1fz", &end, 0) == 31 && *end == 'z');
	CHECK(strtoul("777", 0, 8) == 511 && strtol("zz", 0, 36) == 1295);
	errno = 0;
	CHECK(strtol("99999999999999999999", &end, 10) == LONG_MAX && errno == ERANGE && *end == 0);
	CHECK(abs(-3) == 3 && labs(-4L) == 4 && div(-7, 2).quot == -3 && div(-7, 2).rem == -1);
}

static void sorting(void)
{
	int v[] = {5, 3, 9, -2, 7, 0}, key = 7;
	struct entry e[] = {{"pear", 1}, {"apple", 2}, {"fig", 3}}, k = {"fig", 0};
	qsort(v, 6, sizeof *v, by_number);
	for (int i = 1; i < 6; i++)
		CHECK(v[i - 1] < v[i]);
	int *hit = bsearch(&key, v, 6, sizeof *v, by_number);
	CHECK(hit && *hit == 7 && hit == v + 4);
	qsort(e, 3, sizeof *e, by_name);
	CHECK(e[0].n == 2 && e[1].n == 3 && e[2].n == 1);
	CHECK(((struct entry *)bsearch(&k, e, 3, sizeof *e, by_name))->n == 3);
}

static void printing(void)
{
	char b[64];
	CHECK(sprintf(b, "%d|%5d|%-4d|%04d", 7, -42, 3, 55) == 17 && !strcmp(b, "7|  -42|3   |0055"));
}

static void formatted(void)
{
	char b[64];
	CHECK(format(b, sizeof b, "%s-%c-%x-%lu", "ab", 'z', 255u, 12345678901UL) == 19 && !strcmp(b, "ab-z-ff-12345678901"));
	CHECK(snprintf(b, 4, "%d", 123456) == 6 && !strcmp(b, "123"));
	int x = 0, y = 0;
	CHECK(sscanf("12 -7", "%d %d", &x, &y) == 2 && x == 12 && y == -7);
}

static void heap(void)
{
	int *v = malloc(4 * sizeof *v), *w;
	if (!v)
		return;
	for (int i = 0; i < 4; i++)
		v[i] = i * i;
	w = realloc(v, 8 * sizeof *v);
	if (!w) {
		CHECK(v[3] == 9);
		free(v);
		return;
	}
	CHECK(w[3] == 9 && w[0] == 0);
	free(w);
	char *s = calloc(3, 5), *d = strdup("copy");
	CHECK(!s || s[14] == 0);
	CHECK(!d || !strcmp(d, "copy"));
	free(s);
	free(d);
	free(0);
}

int main(void)
{
	strings();
	numbers();
	sorting();
	printing();
	formatted();
	heap();
	done();
	return 0;
}
