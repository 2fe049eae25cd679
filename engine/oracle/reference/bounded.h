/* Programs whose bounds are checked: what a verdict may list as a bound is counted
 * when they run natively (bounded.c), and left out for the engine. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#ifdef NATIVE
void hit(int target);
void entered(int loop);
void turned(int loop);
void called(void);
void returned(void);
#define main PROGRAM
#else
static void hit(int target) { (void)target; }
#define entered(loop) ((void)0)
#define turned(loop) ((void)0)
#define called() ((void)0)
#define returned() ((void)0)
#endif
