/* A gap buffer: text before the cursor at the front, the rest at the end. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 16

static char text[SIZE];
static int front, back = SIZE;

static void insert(char c)
{
#ifdef BUG
    if (front <= back)
#else
    if (front < back)
#endif
        text[front++] = c; // @unreachable out-of-bounds unless BUG
}

static void left(void)
{
    if (front > 0)
        text[--back] = text[--front]; // @unreachable out-of-bounds
}

static void right(void)
{
    if (back < SIZE)
        text[front++] = text[back++]; // @unreachable out-of-bounds
}

int main(void)
{
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0: return 0;
        case 1: insert('x'); break;
        case 2: left(); break;
        case 3: right(); break;
        case 4: if (front > 0) front--; break;
        }
        assert(front <= back); // @unreachable assertion unless BUG
    }
}
