/* explore PROGRAM STATES: prints the violations that happen, as `hit LINE
 * CLASS`; those that happen only after errors, as `after LINE CLASS count
 * LINE:CLASS …`; and `runs STATES complete|partial`. */
#include "explore.h"
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern struct program programs[];

enum { MAXCHOICES = 24, MAXCHECKS = 64, MAXSTEPS = 2000000, MAXTURNS = 20000 };

unsigned long errors;
static jmp_buf end;
static int choice[MAXCHOICES], width[MAXCHOICES], used, cut;
static int following; /* go on after path-ending errors */
static struct { int line, class, ends, hit, after; unsigned long least[4]; } checks[MAXCHECKS];
static int ncheck;

int in(int n)
{
	if (used == MAXCHOICES) {
		cut = 1;
		longjmp(end, 1);
	}
	width[used] = n;
	return choice[used++];
}

void lost(void)
{
	cut = 1;
	longjmp(end, 1);
}

static int find(int line, int class, int ends)
{
	int i = 0;
	while (i < ncheck && (checks[i].line != line || checks[i].class != class))
		i++;
	if (i == ncheck) {
		if (ncheck == MAXCHECKS)
			abort();
		checks[ncheck].line = line;
		checks[ncheck].class = class;
		checks[ncheck++].ends = ends;
	}
	return i;
}

int check(int line, int class, int ends, int bad)
{
	int i = find(line, class, ends);
	if (!bad)
		return 0;
	if (errors == 0)
		checks[i].hit = 1;
	else if (!checks[i].hit && checks[i].after < 4)
		checks[i].least[checks[i].after++] = errors;
	if (ends == 2 || ends && !following)
		longjmp(end, 1);
	if (ends)
		errors |= 1ul << i;
	return 1;
}

int fresh(struct block *heap, int zero)
{
	for (int i = 0; i < MAXBLOCKS; i++)
		if (!heap[i].made) {
			memset(&heap[i], 0, sizeof heap[i]);
			heap[i].made = heap[i].alive = 1;
			heap[i].set = heap[i].next_set = (unsigned char)zero;
			return i + 1;
		}
	cut = 1;
	longjmp(end, 1);
}

/* Numbers the blocks in the order in which the roots lead to them, and drops
 * the others: states that differ in numbers only are one. */
static void canonical(struct program *p)
{
	struct block old[MAXBLOCKS];
	int number[MAXBLOCKS] = {0}, n = 0, from[MAXBLOCKS];
	if (!p->heap)
		return;
	memcpy(old, p->heap, sizeof old);
	memset(p->heap, 0, sizeof old);
	for (int **r = p->roots; *r; r++)
		if (**r) {
			if (!number[**r - 1]) {
				from[n] = **r - 1;
				number[**r - 1] = ++n;
			}
			**r = number[**r - 1];
		}
	for (int i = 0; i < n; i++) {
		struct block b = old[from[i]];
		if (b.next && b.alive) {
			if (!number[b.next - 1]) {
				from[n] = b.next - 1;
				number[b.next - 1] = ++n;
			}
			b.next = number[b.next - 1];
		}
		if (!b.alive)
			b.set = b.next_set = 0, b.value = b.next = 0;
		p->heap[i] = b;
	}
}

struct entry { int head; unsigned long errors; unsigned char *state; };
static struct entry *seen;
static int states, limit, *table, slots;

static int known(struct program *p, int head)
{
	uint64_t h = 14695981039346656037u ^ (uint64_t)head ^ errors << 8;
	for (int i = 0; i < p->size; i++)
		h = (h ^ ((unsigned char *)p->state)[i]) * 1099511628211u;
	int at = (int)((h ^ h >> 31) % (uint64_t)slots);
	for (; table[at]; at = (at + 1) % slots) {
		struct entry *e = &seen[table[at] - 1];
		if (e->head == head && e->errors == errors && memcmp(e->state, p->state, (size_t)p->size) == 0)
			return 1;
	}
	if (states == limit) {
		cut = 1;
		return 1;
	}
	seen[states].head = head;
	seen[states].errors = errors;
	seen[states].state = malloc((size_t)p->size);
	memcpy(seen[states].state, p->state, (size_t)p->size);
	table[at] = ++states;
	return 0;
}

/* All runs from one state to the next loop heads. */
static long turns(struct program *p, int head, unsigned long before, const unsigned char *state)
{
	long n = 0;
	memset(choice, 0, sizeof choice);
	for (;;) {
		if (state)
			memcpy(p->state, state, (size_t)p->size);
		else
			memset(p->state, 0, (size_t)p->size);
		used = 0;
		errors = before;
		n++;
		if (!setjmp(end)) {
			int to = p->run(head);
			if (to != ENDED) {
				canonical(p);
				known(p, to);
			}
		}
		while (used > 0 && choice[used - 1] == width[used - 1] - 1)
			choice[--used] = 0;
		if (used == 0 || n > MAXTURNS) {
			cut |= used > 0;
			return n;
		}
		choice[used - 1]++;
	}
}

static void explore(struct program *p)
{
	long steps = 0;
	states = 0;
	memset(table, 0, (size_t)slots * sizeof *table);
	steps += turns(p, 0, 0, NULL);
	for (int i = 0; i < states; i++) {
		if (steps > MAXSTEPS) {
			cut = 1;
			break;
		}
		steps += turns(p, seen[i].head, seen[i].errors, seen[i].state);
	}
	for (int i = 0; i < states; i++)
		free(seen[i].state);
}

int main(int argc, char **argv)
{
	struct program *p = &programs[atoi(argv[1])];
	limit = atoi(argv[2]);
	slots = 4 * limit + 1;
	seen = calloc((size_t)limit, sizeof *seen);
	table = calloc((size_t)slots, sizeof *table);
	(void)argc;
	explore(p);
	printf("runs %d %s\n", states, cut ? "partial" : "complete");
	following = 1;
	explore(p);
	for (int i = 0; i < ncheck; i++) {
		if (checks[i].hit)
			printf("hit %d %d\n", checks[i].line, checks[i].class);
		for (int k = 0; !checks[i].hit && k < checks[i].after; k++) {
			printf("after %d %d 1", checks[i].line, checks[i].class);
			for (int j = 0; j < ncheck; j++)
				if (checks[i].least[k] >> j & 1)
					printf(" %d:%d", checks[j].line, checks[j].class);
			putchar('\n');
		}
	}
	return 0;
}
