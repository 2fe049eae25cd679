/* Explores all states of programs with loops (engine/oracle/loopgen.go). A
 * program is a function that runs from one loop head to the next on a state in
 * static memory; inputs are enumerated. */
#ifndef EXPLORE_H
#define EXPLORE_H

enum { ENDED = 0, MAXBLOCKS = 4 };

/* A heap block; free slots are all zero. */
struct block {
	unsigned char made, alive, set, next_set;
	int value, next; /* of pointers: 0 null, k + 1 block k */
};

/* Errors so far of a path that goes on after path-ending ones. */
extern unsigned long errors;

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

struct program {
	void *state;
	int size;
	struct block *heap; /* in state */
	int *roots[8];      /* pointers into the heap, NULL at the end */
	int (*run)(int head);
};

#endif
