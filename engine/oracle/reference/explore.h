/* Explores all states of programs with loops (engine/oracle/loopgen.go). A
 * program is a function that runs from one loop head to the next on a state in
 * static memory; inputs are enumerated. */
#ifndef EXPLORE_H
#define EXPLORE_H

#include "classes.h"

enum { ENDED = 0, MAXBLOCKS = 4, TRACKED = 8 };

/* A heap block, or an object of bytes; free slots are all zero. A block is a
 * node (value, next) or holds bytes, of which the first TRACKED are kept. */
struct block {
	unsigned char made, alive, set, next_set;
	int value, next; /* of pointers: 0 null, k + 1 block k */
	short size;
	unsigned char zeros; /* bytes that are not kept are 0, else unwritten */
	unsigned char byte[TRACKED], written[TRACKED];
};

/* The arguments of a program: which text stands where in argv, and the texts. An
 * address in one is 0 for null, or 4 * text + offset + 1. */
enum { MAXARGS = 3 };
struct args {
	int n, at[MAXARGS + 1];
	unsigned char text[MAXARGS][3];
};

/* A table of pointers to blocks: which of its n elements are written, and what they are;
 * 0 where they are not. */
enum { MAXTABLE = 4 };
struct table {
	unsigned n;
	unsigned char set[MAXTABLE];
	int at[MAXTABLE];
};
#define TABLED(t) &(t).at[0], &(t).at[1], &(t).at[2], &(t).at[3]

/* Two numbers and an array with room for some elements: which of them are written, and
 * what they are; 0 where they are not. */
struct vector {
	unsigned room, n, last;
	unsigned char has_n, has_last, set[MAXTABLE];
	int at[MAXTABLE];
};

/* A set of errors, by number. */
typedef unsigned __int128 errorset;

/* Errors so far of a path that goes on after path-ending ones. */
extern errorset errors;

/* An input of n values. */
int in(int n);

/* A violation at a line, where bad. If ends is 2 the program ends; if it is 1
 * the path does, or, when errors are followed, goes on with the error
 * remembered. Returns whether it happened. */
int check(int line, int class, int ends, int bad);

/* Ends the path, of which no more is known. */
void lost(void);

/* A fresh block, as a pointer; the path ends where there is no room. */
int fresh(struct block *heap, int zero);

/* A fresh block of size bytes, as a pointer. */
int bytes(struct block *heap, long size, int zero);

/* An object of size bytes that is no heap block; written: all are 0. */
void begin(struct block *b, int size, int written);

/* What a pointer names: a block of the heap, or one of two other objects, which
 * are the pointers MAXBLOCKS + 1 and MAXBLOCKS + 2; NULL for 0. */
struct block *named(struct block *heap, struct block *big, struct block *record, int p);

/* The operations on bytes, with all checks, which are at a line. A byte or an
 * int that is read and was not written ends the path, unless it is unused. */
int get(int line, struct block *b, long off, int unused);
void put(int line, struct block *b, long off, int x);
int get_int(int line, struct block *b, long off, int unused);
void put_int(int line, struct block *b, long off, int x);
void fill(int line, struct block *b, long off, int x, long n);
void copy(int line, struct block *d, long doff, struct block *s, long soff, long n);
int length(int line, struct block *b, long off);
void copy_text(int line, struct block *d, long doff, struct block *s, long soff);
void put_text(int line, struct block *b, const char *text);
int duplicate(int line, struct block *heap, struct block *b, long off);
int resize(struct block *heap, int p, long size);

/* A table of n elements, null or not written; the result is 1. */
int tabulate(struct table *t, unsigned n, int written);
/* Element k becomes p. */
void element(struct table *t, unsigned k, int p);
/* Moves n elements from one place on to another one, as they are. */
void shift(struct table *t, int to, int from, unsigned n);

/* A vector of zeros, or that is not written. */
void number(struct vector *v, unsigned room, int written);

/* Few arguments, all short; there are others. */
void arguments(struct args *a);

/* What stands at a place of argv; a byte behind an address, a text's length, and
 * whether it is another text, with their checks; writes a byte. */
int arg_at(int line, struct args *a, long k);
int arg_byte(int line, struct args *a, int s, long off);
int arg_length(int line, struct args *a, int s);
int arg_is(int line, struct args *a, int s, const char *text);
void arg_put(struct args *a, int s, int x);

/* There are runs that are not explored. */
void partial(void);

struct program {
	void *state;
	int size;
	struct block *heap; /* in state */
	int *roots[16];     /* pointers, to blocks of the heap and others; NULL at the end */
	int (*run)(int head);
};

#endif
