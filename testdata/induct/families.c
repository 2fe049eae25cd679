/* One loop for each family of facts that has no file of its own. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

/* Few values: a power of two up to 1024. */
static void backoff(void)
{
    unsigned delay = 1;
    while (in()) {
        if (delay < 1024)
            delay *= 2;
        else
            delay = 1;
        if (delay > 1024)
            __VERIFIER_error(); // @unreachable assertion
        if (delay == 512)
            __VERIFIER_error(); // @reachable assertion
    }
}

/* A remainder: three elements at a time. */
static int triple[24];
static void triples(void)
{
    int n = 0;
    while (in()) {
        triple[n + 2] = in(); // @unreachable index-bound
        n += 3;
        if (n >= 24)
            n = 0;
        if (n == 21)
            __VERIFIER_error(); // @reachable assertion
    }
}

/* An equation between numbers that wrap. */
static void stock(void)
{
    unsigned came = __VERIFIER_nondet_uint(), went = came, have = 0;
    while (in()) {
        if (in()) {
            came += 10;
            have += 10;
        } else if (have >= 3) {
            went += 3;
            have -= 3;
        }
    }
    if (came - went != have)
        __VERIFIER_error(); // @unreachable assertion
    if (came == went + 7)
        __VERIFIER_error(); // @reachable assertion
}

/* An equation in one state of two. */
static void shift(void)
{
    int s = 0, a = 0, b = 0;
    while (in()) {
        if (s == 0) {
            a += 2;
            s = 1;
        } else {
            b += 2;
            s = 0;
        }
        if (a > 1000)
            a = b = s = 0;
        if (s == 1 && a != b + 2)
            __VERIFIER_error(); // @unreachable assertion
        if (s == 1 && a == 6)
            __VERIFIER_error(); // @reachable assertion
    }
}

/* An expression: the distance of two numbers that wrap. */
static int ring[8];
static void free_running(void)
{
    unsigned char rd = 0, wr = 0;
    while (in()) {
        if ((unsigned char)(wr - rd) < 8)
            ring[wr++ % 8] = in();
        if (in() && rd != wr)
            rd++;
        if ((unsigned char)(wr - rd) > 8)
            __VERIFIER_error(); // @unreachable assertion
        if (wr < rd)
            __VERIFIER_error(); // @reachable assertion
    }
}

/* A text that is as long as a number says. */
static char text[12];
static void length(void)
{
    int n = 0, i;
    while (n < 11 && in())
        text[n++] = 'x';
    text[n] = 0;
    for (i = 0; text[i]; i++)
        if (i >= n)
            __VERIFIER_error(); // @unreachable assertion
    if (i == 11)
        __VERIFIER_error(); // @reachable assertion
}

/* A queue: only its last block has no next, and only an empty one no last. */
struct job { struct job *next; };
static struct job *front, *back;
static void queue(void)
{
    while (in()) {
        if (in()) {
            struct job *j = malloc(sizeof *j);
            if (!j)
                continue;
            j->next = 0;
            if (back)
                back->next = j; // @unreachable dead-access
            else
                front = j;
            back = j;
        } else if (front) {
            struct job *j = front;
            front = j->next; // @unreachable dead-access
            if (!front)
                back = 0;
            free(j); // @unreachable double-free
        }
    }
}

/* Elements of an array own blocks; those before an index are freed. */
static char *slot[3];
static void slots(void)
{
    int i;
    while (in()) {
        i = in();
        if (i < 0 || i > 2)
            continue;
        free(slot[i]); // @unreachable double-free
        slot[i] = malloc(4);
    }
    for (i = 0; i < 3; i++)
        free(slot[i]); // @unreachable double-free
    if (slot[0])
        slot[0][0] = 1; // @reachable dead-access
}

/* Elements of an array point to objects up to an index; behind it one is null. */
static void words(void)
{
    static char text[8];
    char *word[5];
    int n, i;
    for (;;) {
        n = 0;
        while (n < 4 && in()) {
            word[n] = &text[n];
            n++;
        }
        word[n] = 0;
        i = in();
        if (i >= 0 && i < n)
            *word[i] = 1; // @unreachable null-access
        if (n == 2 && i == n)
            *word[i] = 1; // @reachable null-access
    }
}

/* A cursor moves where the array's elements say so: a NUL ends it. */
static void cursor(void)
{
    char line[12];
    int n = 0, i = 0;
    while (n < 11 && in())
        line[n++] = 'x';
    line[n] = 0;
    while (line[i]) // @unreachable index-bound
        i++;
    if (i == 3)
        __VERIFIER_error(); // @reachable assertion
}

/* What was tested before a loop holds behind it. */
static void tested(void)
{
    unsigned k = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    static int table[4];
    if ((k & 1) != (m & 1))
        return;
    while (in())
        ;
    if (k & 1)
        table[m & 1 ? 3 : 20] = 1; // @unreachable index-bound
    else if (m & 2)
        __VERIFIER_error(); // @reachable assertion
}

int main(void)
{
    switch (in()) {
    case 0: backoff(); break;
    case 1: triples(); break;
    case 2: stock(); break;
    case 3: shift(); break;
    case 4: free_running(); break;
    case 5: length(); break;
    case 6: queue(); break;
    case 7: slots(); break;
    case 8: words(); break;
    case 9: cursor(); break;
    case 10: tested(); break;
    }
    return 0;
}
