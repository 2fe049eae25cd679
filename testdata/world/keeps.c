//! part argument
//! part inner
//! part later_inner
//! part number
//! part number_in_memory
//! part array_of_addresses
//! part beside_an_array
//! part block
//! part parameter
//! part through_global
//! part private_is_left_alone
/* Code that is not there keeps what it was given, and writes to it later. */
#include "world.h"
#include <stdint.h>
#include <stdlib.h>

struct node { int n; struct node *next; };
struct large { long n[3000]; int *p; };

#ifdef HIDDEN
static int *saved;
static struct node *list;
static uintptr_t number_;
static int **table_;
static struct large *large_;
void give_large(struct large *l) { large_ = l; }
void give(int *p) { saved = p; }
void give_list(struct node *l) { list = l; }
void give_number(uintptr_t x) { number_ = x; }
void give_numbers(uintptr_t *x) { number_ = *x; }
void give_table(int **t) { table_ = t; }
void poke(void)
{
	if (saved) *saved = 41;
	if (list && list->next) list->next->n = 41;
	if (number_) *(int *)number_ = 41;
	if (table_) *table_[1500] = 41;
	if (large_) *large_->p = 41;
}
#else
void give(int *p);
void give_list(struct node *l);
void give_number(uintptr_t x);
void give_numbers(uintptr_t *x);
void give_table(int **t);
void give_large(struct large *l);
void poke(void);
#endif

int volatile any_index = 1500;

static void argument(void)
{
	int x = 0;
	give(&x);
	x = 0;
	poke();
	if (x == 41)
		reached();
}

static void inner(void)
{
	struct node b = {1, 0}, a = {1, &b};
	give_list(&a);
	b.n = 1;
	poke();
	if (a.n == 1 && b.n == 41)
		reached();
}

/* The link is made after the list was given. */
static void later_inner(void)
{
	struct node b = {1, 0}, a = {1, 0};
	give_list(&a);
	a.next = &b;
	b.n = 1;
	poke();
	if (b.n == 41)
		reached();
}

static void number(void)
{
	int x = 0;
	give_number((uintptr_t)&x + 4 - 4);
	x = 0;
	poke();
	if (x == 41)
		reached();
}

static void number_in_memory(void)
{
	int x = 0;
	uintptr_t hidden = 2 * (uintptr_t)&x - (uintptr_t)&x;
	give_numbers(&hidden);
	x = 0;
	poke();
	if (x == 41)
		reached();
}

/* The table is too large to be followed cell by cell. */
static void array_of_addresses(void)
{
	static int *t[2000];
	int x;
	t[any_index] = &x;
	if (t[1500] != &x)
		return;
	give_table(t);
	x = 0;
	poke();
	if (x == 41)
		reached();
}

/* What is beside an array that is written at an unknown place is followed as numbers. */
static void beside_an_array(void)
{
	static struct large l;
	int x;
	l.n[any_index & 2047] = 1;
	l.p = &x;
	give_large(&l);
	x = 0;
	poke();
	if (x == 41)
		reached();
}

static void block(void)
{
	int *p = malloc(sizeof *p);
	if (!p)
		return;
	give(p);
	*p = 0;
	poke();
	if (*p == 41)
		reached();
}

static void by_parameter(int n)
{
	give(&n);
	n = 0;
	poke();
	if (n == 41)
		reached();
}
static void parameter(void) { by_parameter(3); }

int exported;
int *hook = &exported;

static void through_global(void)
{
	static int x;
	exported = 0;
	x = 0;
	hook = &x;
	give(hook);
	hook = 0;
	x = 0;
	poke();
	if (x == 41)
		reached();
}

/* What nothing led to stays as it is. */
static int private_;

static void private_is_left_alone(void)
{
	int x = 0, y = 1;
	private_ = 2;
	give(&x);
	poke();
	if (y != 1 || private_ != 2)
		never();
	reached();
}

int main(void)
{
	PART();
	return 0;
}
