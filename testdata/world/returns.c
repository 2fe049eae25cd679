//! part same_again
//! part kept_argument
//! part inner_pointer
//! part error_number
//! part number_after_success
//! part retry
//! part function_of_its_own
//! part function_given
//! part own_storage_changes
//! part fresh_is_apart
/* What code that is not there returns, and what it does to errno. */
#include "world.h"
#include <errno.h>
#include <stddef.h>

struct queue { int *items[2]; };
typedef int (*operation)(int);

#ifdef HIDDEN
static int counter_, *kept_, calls_;
int *counter(void) { return &counter_; }
void keep(int *p) { kept_ = p; }
int *recall(void) { return kept_; }
int *front(struct queue *q) { return q->items[0]; }
int try_it(void) { if (calls_++ < 2) { errno = EAGAIN; return -1; } errno = ENOTTY; return 0; }
static int twice(int x) { return 2 * x; }
operation look_up(const char *name) { return name[0] == 't' ? twice : 0; }
static operation op_;
void set_operation(operation f) { op_ = f; }
operation get_operation(void) { return op_; }
void tick(void) { counter_++; }
int *fresh(void) { static int pool[4]; static int n; return &pool[n++]; }
#else
int *counter(void);
void keep(int *p);
int *recall(void);
int *front(struct queue *q);
int try_it(void);
operation look_up(const char *name);
void set_operation(operation f);
operation get_operation(void);
void tick(void);
int *fresh(void);
#endif

static void same_again(void)
{
	int *a = counter();
	if (!a)
		return;
	*a = 5;
	int *b = counter();
	if (!b)
		return;
	*b = 6;
	if (*a == 6 && a == b)
		reached();
}

static void kept_argument(void)
{
	int x = 1;
	keep(&x);
	int *p = recall();
	if (!p)
		return;
	x = 1;
	*p = 2;
	if (x == 2)
		reached();
}

static void inner_pointer(void)
{
	int a = 1, b = 2;
	struct queue q = {{&a, &b}};
	int *p = front(&q);
	if (!p)
		return;
	a = 1;
	*p = 9;
	if (a == 9)
		reached();
}

static void error_number(void)
{
	errno = 0;
	if (try_it() < 0 && errno == EAGAIN)
		reached();
}

static void number_after_success(void)
{
	int r;
	do
		r = try_it();
	while (r < 0);
	if (errno == ENOTTY)
		reached();
}

static void retry(void)
{
	int tries = 0, r;
	errno = 0;
	do {
		r = try_it();
		tries++;
	} while (r < 0 && errno == EAGAIN);
	if (tries == 3)
		reached();
}

static void function_of_its_own(void)
{
	operation f = look_up("twice");
	if (f && f(4) == 8)
		reached();
}

static int thrice(int x) { return 3 * x; }

static void function_given(void)
{
	set_operation(thrice);
	operation f = get_operation();
	if (f == thrice && f(3) == 9)
		reached();
}

static void own_storage_changes(void)
{
	int *p = counter();
	if (!p)
		return;
	*p = 7;
	tick();
	if (*p == 8)
		reached();
}

/* A variable whose address went nowhere is not what is returned. */
static void fresh_is_apart(void)
{
	int x = 3, *p = fresh();
	if (!p)
		return;
	*p = 4;
	if (x != 3)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
