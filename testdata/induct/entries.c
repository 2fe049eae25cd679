/* Loops that are entered in their middle. */
#include <stddef.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int a[10];

/* Duff's device: the first turn does n % 4 of the steps. */
static int copy(const int *from, int n) {
	int done = 0, turns = (n + 3) / 4, to[16];
	switch (n % 4) {
	case 0:
		do {
			to[done] = from[done]; // @unreachable index-bound
			done++;
	case 3:
			to[done] = from[done]; // @unreachable index-bound
			done++;
	case 2:
			to[done] = from[done];
			done++;
	case 1:
			to[done] = from[done]; // @unreachable uninitialised-read
			done++;
		} while (--turns > 0);
	}
	return to[done - 1]; // @unreachable uninitialised-read
}

/* A thread of a cooperative scheduler goes on where it has left off. */
struct thread {
	int resume, used;
};

static int step(struct thread *t) {
	switch (t->resume) {
	case 1: goto waiting;
	case 2: return 0;
	}
	for (;;) {
		if (t->used == 7) {
			t->resume = 2;
			return 0;
		}
		a[t->used] = 1; // @unreachable index-bound
		t->resume = 1;
		return 1;
	waiting:
		t->used++;
		if (in()) a[t->used + 3] = 1; // @reachable index-bound
	}
}

/* Two loops through each other: each is entered from outside, and from the
   other's middle. */
static int crossed(void) {
	int i = 0, j = 0;
	if (in()) goto second;
first:
	if (i < 5) i++;
	if (in()) goto out;
second:
	if (j < i) j++;
	if (in()) goto first;
	a[4 + j] = 1; // @unreachable index-bound
	if (in()) goto second;
	a[5 + j] = 1; // @reachable index-bound
out:
	return i - j; // @unreachable signed-overflow
}

int main(void) {
	int from[12] = {1, 2, 3}, n = in();
	if (n < 1 || n > 12) return 1;
	n = copy(from, n);
	struct thread t = {0, 0};
	while (step(&t))
		n++;
	return crossed();
}
