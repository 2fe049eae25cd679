/* Null pointers, numbers and the prover's numbers of objects. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
#define in() __VERIFIER_nondet_int()

static int a[16];
static short s[8];
static int *q[8];

/* A number of the program that is the number of an object whenever a pointer is to
   that object is no copy of that. */
static void number_of_an_object(void)
{
    while (in()) {
        int i = in() & 7;
        if (in()) {
            s[0] = 2; s[1] = 3; s[2] = 4; s[3] = 5; s[4] = 6; s[5] = 7; s[6] = 8; s[7] = 9;
            q[0] = q[1] = q[2] = q[3] = q[4] = q[5] = q[6] = q[7] = &a[1];
        }
        i = in() & 7;
        if (q[i] && in())
            __VERIFIER_error(); // @reachable assertion
        if (s[i] == 4 && in())
            __VERIFIER_error(); // @reachable assertion
        if (q[i])
            *q[i] = 1; // @unreachable null-access
        if (a[1] == 1 && in())
            __VERIFIER_error(); // @reachable assertion
        if (in())
            *q[i] = 2; // @reachable null-access
    }
}

struct pair { long number; struct pair *next; int tag; };

/* A field of null is near it; what was tested is not null. */
static void fields(void)
{
    static struct pair one;
    struct pair *p = 0;
    while (in()) {
        if (in())
            p = in() ? &one : 0;
        if (in())
            p->tag = 1; // @reachable null-access
        else if (p)
            p->tag = 2; // @unreachable null-access
    }
}

/* Null keeps no offset of what it is chosen against. */
static void offsets(void)
{
    int *p = 0, *r = 0;
    while (in()) {
        if (in()) {
            p = in() ? &a[3] : 0;
            r = in() ? &a[5] : 0;
        }
        if (!p && (long)p != 0)
            __VERIFIER_error(); // @unreachable assertion
        if (!p && !r && (char *)p - (char *)r != 0)
            __VERIFIER_error(); // @unreachable assertion
        if (!p && p != r)
            __VERIFIER_error(); // @reachable assertion
        if (p && p != &a[3])
            __VERIFIER_error(); // @unreachable assertion
    }
}

/* What is moved away from null is no object's address, and null no more. */
static void moved(void)
{
    char *p = 0;
    while (in()) {
        int n = in() & 63;
        char *to = p + n;
        if (n && !p && !to)
            __VERIFIER_error(); // @unreachable assertion
        if (n && to)
            __VERIFIER_error(); // @reachable assertion
        if (in())
            *to = 1; // @reachable null-access
        if (in())
            p = (char *)a;
    }
}

/* A number where only null was before, in a block made in a loop. */
static void numbers(void)
{
    struct pair *p = 0;
    while (in()) {
        struct pair *n = calloc(1, sizeof *n);
        if (!n)
            break;
        n->next = p;
        if (in())
            n->number = 7;
        p = n;
        if (p->number != 0 && p->number != 7)
            __VERIFIER_error(); // @unreachable assertion
        if (p->number == 7)
            __VERIFIER_error(); // @reachable assertion
        if (!p->next && p->number == 0)
            __VERIFIER_error(); // @reachable assertion
    }
}

/* What was never written is any address, also where it is chosen against one. */
static void unwritten(void)
{
    while (in()) {
        int *p;
        long n;
        if (in())
            p = &a[0];
        if (in())
            n = 3;
        if (p && p != &a[0])
            __VERIFIER_error(); // @reachable assertion
        if (n != 0 && n != 3)
            __VERIFIER_error(); // @reachable assertion
    }
}

int main(void)
{
    switch (in()) {
    case 1: number_of_an_object(); break;
    case 2: fields(); break;
    case 3: offsets(); break;
    case 4: moved(); break;
    case 5: numbers(); break;
    case 6: unwritten(); break;
    }
    return 0;
}
