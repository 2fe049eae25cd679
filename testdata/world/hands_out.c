//! part returned
//! part stored
//! part in_a_result
//! part of_a_callee
//! part by_a_callback
//! part not_handed_out
/* Private functions that functions of the program hand to code that is not there. */
#include "world.h"

typedef void action(void);
struct actions { int n; action *first; };

#ifdef HIDDEN
action *choose(void);
void choose_into(action **);
struct actions choose_some(void);
action *choose_deep(int);
void run_chosen(void) { choose()(); }
void run_stored(void) { action *a; choose_into(&a); a(); }
void run_some(void) { choose_some().first(); }
void run_deep(void) { choose_deep(1)(); }
void run_from(action *(*from)(void)) { from()(); }
#else
void run_chosen(void);
void run_stored(void);
void run_some(void);
void run_deep(void);
void run_from(action *(*)(void));
#endif

static int chosen, stored_, some, deep, called, kept;

static void on_chosen(void) { chosen = 1; }
action *choose(void) { return on_chosen; }

static void returned(void)
{
	run_chosen();
	if (chosen == 1)
		reached();
}

static void on_stored(void) { stored_ = 1; }
void choose_into(action **to) { *to = on_stored; }

static void stored(void)
{
	run_stored();
	if (stored_ == 1)
		reached();
}

static void on_some(void) { some = 1; }
struct actions choose_some(void) { return (struct actions){1, on_some}; }

static void in_a_result(void)
{
	run_some();
	if (some == 1)
		reached();
}

static void on_deep(void) { deep = 1; }
static action *deeper(void) { return on_deep; }
action *choose_deep(int how) { return how ? deeper() : 0; }

static void of_a_callee(void)
{
	run_deep();
	if (deep == 1)
		reached();
}

static void on_called(void) { called = 1; }
static action *private_choice(void) { return on_called; }

static void by_a_callback(void)
{
	run_from(private_choice);
	if (called == 1)
		reached();
}

static void keep(void) { kept = 1; }
static action *never_chosen(void) { return keep; }
static action *(*volatile table)(void); /* private: nobody is told of it */

static void not_handed_out(void)
{
	if (kept)
		table = never_chosen;
	run_from(private_choice);
	if (kept == 1)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
