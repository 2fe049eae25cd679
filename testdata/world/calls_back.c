//! part registered
//! part registered_in_memory
//! part given_changes_private
//! part given_changes_local_static
//! part called_by_callee
//! part at_the_end
//! part through_exported_table
//! part frees
//! part private_function_is_not_called
/* What code that is not there calls in the program. */
#include "world.h"
#include <stdlib.h>

struct hooks { int version; void (*on)(int); };

void exported_counts(void);
#ifdef HIDDEN
static void (*cb_)(void);
static struct hooks *hooks_;
static void (**table_)(void);
void library_counts(void) { exported_counts(); }
void set_callback(void (*f)(void)) { cb_ = f; }
void install(struct hooks *h) { hooks_ = h; }
void run(void) { if (cb_) cb_(); if (hooks_) hooks_->on(3); }
extern void (*handlers[])(void);
void run_table(void) { handlers[1](); }
void set_table(void (**t)(void)) { table_ = t; }
__attribute__((destructor)) static void last(void) { if (table_) table_[0](); }
#else
void library_counts(void);
void set_callback(void (*f)(void));
void install(struct hooks *h);
void run(void);
void run_table(void);
void set_table(void (**t)(void));
#endif

static int count;
void exported_counts(void) { count++; }

static void count_up(void) { count++; }

static void registered(void)
{
	set_callback(count_up);
	count = 0;
	run();
	if (count == 1)
		reached();
}

static int seen;
static void on_event(int n) { seen = n; }

static void registered_in_memory(void)
{
	static struct hooks h = {1, on_event};
	install(&h);
	seen = 0;
	run();
	if (seen == 3)
		reached();
}

static void given_changes_private(void)
{
	count = 0;
	library_counts();
	if (count == 1)
		reached();
}

static int turns(int reset)
{
	static int n;
	if (reset)
		n = 0;
	return n++;
}
static void take_a_turn(void) { turns(0); }

static void given_changes_local_static(void)
{
	turns(1);
	set_callback(take_a_turn);
	run();
	if (turns(0) == 2)
		reached();
}

static int depth;
static void inner(void) { depth = 2; }
static void outer(void) { inner(); }

static void called_by_callee(void)
{
	set_callback(outer);
	depth = 0;
	run();
	if (depth == 2)
		reached();
}

static void end_of_all(void) { reached(); }
static void harmless(void) {}

static void at_the_end(void)
{
	static void (*t[1])(void) = {harmless};
	set_table(t);
	t[0] = end_of_all;
}

static void from_table(void) { count = 77; }
void (*handlers[2])(void) = {harmless, from_table};

static void through_exported_table(void)
{
	count = 0;
	run_table();
	if (count == 77)
		reached();
}

static int *block;
static void drop(void) { free(block); block = 0; }

static void frees(void)
{
	block = malloc(sizeof *block);
	if (!block)
		return;
	*block = 1;
	set_callback(drop);
	run();
	if (!block)
		reached();
}

static void hidden(void) { never(); }
static int guard;

static void private_function_is_not_called(void)
{
	if (guard)
		hidden();
	library_counts();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
