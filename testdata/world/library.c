//! part token
//! part own_variable
//! part copied_variable
//! part outer_variable
//! part buffer
//! part option
//! part argument_of_option
//! part constant_table
//! part number_in_table_is_left_alone
/* Code that is not there calls the library, and so gets at what the program gave to it; what
 * the library calls by name is the program's, too. */
#include "world.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void (*const table[])(void);

#ifdef HIDDEN
void take_token(void) { strtok(NULL, ","); }
void change_variable(void) { *getenv("HOME") = '#'; }
void print(void) { puts("abc"); }
void parse(void)
{
	char *words[] = {"program", "-a", "word", NULL};
	getopt(3, words, "a:");
}
void call_through_table(void) { table[0](); }
#else
void take_token(void), change_variable(void), print(void), parse(void), call_through_table(void);
#endif

static void token(void)
{
	char list[] = "a,b,c";
	strtok(list, ",");
	take_token();
	if (list[3] != ',')
		reached();
}

static void own_variable(void)
{
	char *text = strdup("HOME=/here");
	if (text == NULL || putenv(text) != 0)
		return;
	change_variable();
	if (text[5] != '/')
		reached();
}

static void copied_variable(void)
{
	if (setenv("HOME", "/here", 1) != 0)
		return;
	change_variable();
	const char *text = getenv("HOME");
	if (text != NULL && *text != '/')
		reached();
}

static void outer_variable(void)
{
	setenv("HOME", "/here", 0);
	const char *text = getenv("HOME");
	if (text == NULL || *text != '/')
		return;
	change_variable();
	if (*text != '/')
		reached();
}

static char own[BUFSIZ];

static void buffer(void)
{
	own[0] = 0;
	if (setvbuf(stdout, own, _IOFBF, sizeof own) != 0)
		return;
	print();
	if (own[0] != 0)
		reached();
}

static void option(void)
{
	parse();
	if (optind != 1)
		reached();
}

static void argument_of_option(void)
{
	parse();
	if (optarg != NULL)
		reached();
}

static int set;
static void setter(void) { set = 1; }
void (*const table[])(void) = {setter};

static void constant_table(void)
{
	set = 0;
	call_through_table();
	if (set)
		reached();
}

static const int numbers[] = {1, 2};

static void number_in_table_is_left_alone(void)
{
	call_through_table();
	if (numbers[0] != 1)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
