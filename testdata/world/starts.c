//! part count: "$0" a b
//! part content: "$0" -v
//! part same_as_main: "$0" a b c
//! part order
//! part leaves_in_one
//! part by_section: "$0" a
//! part handler_of_one
/* Constructors run before main, with its arguments. */
#include <stdlib.h>
#include "world.h"

#define count 1
#define content 2
#define same_as_main 3
#define order 4
#define leaves_in_one 5
#define by_section 6
#define handler_of_one 7

static int seen, trail, verbose, first;
static void none(void) {}
static void registered(void) { if (trail == 123) reached(); never(); }

__attribute__((constructor(300))) static void third(void) { trail = 10 * trail + 3; }
__attribute__((constructor(101))) static void one(void) { trail = 10 * trail + 1; }

__attribute__((constructor(200))) static void two(int argc, char **argv, char **envp)
{
	trail = 10 * trail + 2;
	seen = argc;
	if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'v')
		verbose = 1;
	if (envp == 0)
		never();
	if (PART == handler_of_one)
		atexit(registered);
}

static void early(int argc) { first = argc; }
__attribute__((section(".init_array.00100"), used)) static void (*const entry)(int) = early;

__attribute__((destructor)) static void last(void) { if (PART == leaves_in_one && trail == 123) reached(); }
__attribute__((constructor)) static void ends(void) { if (PART == leaves_in_one) exit(0); }

int main(int argc)
{
	switch (PART) {
	case count: if (seen == 3) reached(); break;
	case content: if (verbose) reached(); break;
	case same_as_main: if (seen != argc) never(); if (seen == 4 && first == 4) reached(); break;
	case order: if (trail == 123) reached(); never(); break;
	case leaves_in_one: never(); break;
	case by_section: if (first == 2) reached(); break;
	}
	return 0;
}
