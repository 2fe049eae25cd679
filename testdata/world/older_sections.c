//! part by_section
//! part backwards
//! part before_plain
//! part numbered
//! part at_the_end
/* Functions in the sections of constructors and destructors that systems had before arrays
 * of them: linkers move them to the arrays, in the opposite order. */
#include "world.h"

#define by_section 1
#define backwards 2
#define before_plain 3
#define numbered 4
#define at_the_end 5

static int trail, ended;
static void one(void) { trail = 10 * trail + 1; }
static void two(void) { trail = 10 * trail + 2; }
static void four(void) { trail = 10 * trail + 4; }
static void last(void) { if (PART == at_the_end && ended) reached(); }

/* Of one word each: wider variables are aligned so that null words come between. */
__attribute__((section(".ctors"), used)) static void (*const first[1])(void) = {one};
__attribute__((section(".ctors.65435"), used)) static void (*const early)(void) = four;
__attribute__((section(".dtors"), used)) static void (*const end)(void) = last;
__attribute__((constructor(200))) static void three(void) { trail = 10 * trail + 3; }
#if PART == backwards
__attribute__((section(".ctors"), used)) static void (*const second)(void) = two;
#endif

int main(void)
{
	switch (PART) {
	case by_section: if (trail % 10 == 1) reached(); break;
	case backwards: if (trail == 4321) reached(); never(); break;
	case before_plain: if (trail == 431) reached(); never(); break;
	case numbered: if (trail / 100 == 4) reached(); never(); break;
	case at_the_end: ended = 1; break;
	}
	(void)two;
	return 0;
}
