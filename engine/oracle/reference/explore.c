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

enum { MAXCHOICES = 24, MAXCHECKS = 128, MAXSTEPS = 2000000, MAXTURNS = 20000 };

errorset errors;
static jmp_buf end;
static int choice[MAXCHOICES], width[MAXCHOICES], used, cut;
static int following; /* go on after path-ending errors */
static struct { int line, class, ends, hit, after; errorset least[4]; } checks[MAXCHECKS];
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
			lost();
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
		errors |= (errorset)1 << i;
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

int bytes(struct block *heap, long size, int zero)
{
	int p = fresh(heap, 0);
	begin(&heap[p - 1], (int)size, zero);
	return p;
}

void begin(struct block *b, int size, int written)
{
	b->alive = b->made = 1;
	b->size = (short)size;
	b->zeros = (unsigned char)written;
	for (int i = 0; i < TRACKED; i++)
		b->written[i] = written && i < size;
}

struct block *named(struct block *heap, struct block *big, struct block *record, int p)
{
	if (p == 0)
		return NULL;
	return p <= MAXBLOCKS ? &heap[p - 1] : p == MAXBLOCKS + 1 ? big : record;
}

/* Whether n bytes can be accessed. */
static int usable(int line, struct block *b, long off, long n)
{
	return !check(line, C_NULL, 1, !b) && !check(line, C_DEAD, 1, !b->alive) &&
		!check(line, C_BOUNDS, 1, off < 0 || n > b->size || off > b->size - n);
}

/* The byte at an offset of the object, and whether it is written. */
static int at(struct block *b, long off, int *written)
{
	if (off < TRACKED) {
		*written = b->written[off];
		return b->byte[off];
	}
	*written = b->zeros;
	return 0;
}

static void set(struct block *b, long off, int x, int written)
{
	if (off >= TRACKED)
		lost();
	b->byte[off] = (unsigned char)(written ? x : 0);
	b->written[off] = (unsigned char)written;
}

/* A value of n bytes, the first one the lowest. */
static int value(int line, struct block *b, long off, int n, int unused)
{
	int x = 0, all = 1;
	if (!usable(line, b, off, n))
		return unused ? 0 : in(2);
	for (int i = 0; i < n; i++) {
		int written;
		x |= at(b, off + i, &written) << 8 * i;
		all &= written;
	}
	if (check(line, C_UNINIT, 0, !all) && !unused)
		lost();
	return unused ? 0 : x;
}

int get(int line, struct block *b, long off, int unused) { return value(line, b, off, 1, unused); }
int get_int(int line, struct block *b, long off, int unused) { return value(line, b, off, 4, unused); }

void put(int line, struct block *b, long off, int x)
{
	if (usable(line, b, off, 1))
		set(b, off, x, 1);
}

void put_int(int line, struct block *b, long off, int x)
{
	if (usable(line, b, off, 4))
		for (int i = 0; i < 4; i++)
			set(b, off + i, x >> 8 * i & 255, 1);
}

void fill(int line, struct block *b, long off, int x, long n)
{
	if (n > 0 && usable(line, b, off, n))
		for (long i = 0; i < n; i++)
			set(b, off + i, x, 1);
}

void copy(int line, struct block *d, long doff, struct block *s, long soff, long n)
{
	struct { int x, written; } moved[2 * TRACKED];
	if (n <= 0 || !usable(line, s, soff, n) || !usable(line, d, doff, n))
		return;
	if (n > 2 * TRACKED)
		lost();
	for (long i = 0; i < n; i++)
		moved[i].x = at(s, soff + i, &moved[i].written);
	for (long i = 0; i < n; i++)
		set(d, doff + i, moved[i].x, moved[i].written);
}

int length(int line, struct block *b, long off)
{
	int n = 0;
	while (get(line, b, off + n, 0) != 0)
		if (++n > 2 * TRACKED)
			lost();
	return n;
}

void copy_text(int line, struct block *d, long doff, struct block *s, long soff)
{
	int n = length(line, s, soff);
	copy(line, d, doff, s, soff, n + 1);
}

void put_text(int line, struct block *b, const char *text)
{
	long n = (long)strlen(text) + 1;
	if (usable(line, b, 0, n))
		for (long i = 0; i < n; i++)
			set(b, i, text[i], 1);
}

int duplicate(int line, struct block *heap, struct block *b, long off)
{
	int n = length(line, b, off), p;
	if (in(2))
		return 0;
	p = bytes(heap, n + 1, 0);
	copy(line, &heap[p - 1], 0, b, off, n + 1);
	return p;
}

int resize(struct block *heap, int p, long size)
{
	int q;
	if (in(2))
		return 0;
	q = bytes(heap, size, 0);
	if (p) {
		struct block *old = &heap[p - 1], *now = &heap[q - 1];
		if (!old->alive)
			lost();
		for (long i = 0; i < TRACKED && i < size && i < old->size; i++)
			now->byte[i] = old->byte[i], now->written[i] = old->written[i];
		old->alive = 0;
	}
	return q;
}

void partial(void) { cut = 1; }

void arguments(struct args *a)
{
	partial();
	a->n = 1 + in(MAXARGS);
	for (int k = 0; k < a->n; k++) {
		int n = k == 1 ? in(3) : in(2); /* its length */
		for (int i = 0; i < n; i++)
			a->text[k][i] = (unsigned char)(1 + in(2));
		a->at[k] = 4 * k + 1;
	}
}

int arg_at(int line, struct args *a, long k)
{
	if (check(line, C_BOUNDS, 1, k < 0 || k > a->n))
		return 0;
	return a->at[k];
}

int arg_byte(int line, struct args *a, int s, long off)
{
	const unsigned char *text;
	if (check(line, C_NULL, 1, !s))
		return in(2);
	text = a->text[(s - 1) / 4];
	off += (s - 1) % 4;
	if (check(line, C_BOUNDS, 1, off < 0 || off > (long)strlen((const char *)text)))
		return in(2);
	return text[off];
}

int arg_length(int line, struct args *a, int s)
{
	int n = 0;
	while (arg_byte(line, a, s, n))
		if (++n > 2)
			lost();
	return n;
}

int arg_is(int line, struct args *a, int s, const char *text)
{
	for (int i = 0;; i++) {
		int c = arg_byte(line, a, s, i);
		if (c != text[i])
			return 0;
		if (!c)
			return 1;
	}
}

void arg_put(struct args *a, int s, int x) { a->text[(s - 1) / 4][(s - 1) % 4] = (unsigned char)x; }

int tabulate(struct table *t, unsigned n, int written)
{
	memset(t, 0, sizeof *t);
	t->n = n;
	for (unsigned i = 0; i < n; i++)
		t->set[i] = (unsigned char)written;
	return 1;
}

void element(struct table *t, unsigned k, int p)
{
	t->at[k] = p;
	t->set[k] = 1;
}

void shift(struct table *t, int to, int from, unsigned n)
{
	memmove(t->at + to, t->at + from, n * sizeof *t->at);
	memmove(t->set + to, t->set + from, n);
}

void number(struct vector *v, unsigned room, int written)
{
	memset(v, 0, sizeof *v);
	v->room = room;
	v->has_n = v->has_last = (unsigned char)written;
	memset(v->set, written, room);
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
		if (**r && **r <= MAXBLOCKS) {
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
			b = (struct block){.made = 1};
		p->heap[i] = b;
	}
}

struct entry { int head; errorset errors; unsigned char *state; };
static struct entry *seen;
static int states, limit, *table, slots;

static int known(struct program *p, int head)
{
	uint64_t h = 14695981039346656037u ^ (uint64_t)head ^ (uint64_t)(errors << 8) ^ (uint64_t)(errors >> 64);
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
static long turns(struct program *p, int head, errorset before, const unsigned char *state)
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
