/* Fields behind an array in a block whose size is not constant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()
#define LARGE 8196

struct record {
    int first;
    char text[LARGE];
    int last;
    char more[];
};

int main(void)
{
    unsigned more = (unsigned)in() % 1000, at = (unsigned)in() % (sizeof(struct record) - 4);
    struct record *r = malloc(sizeof *r + more), *empty = malloc(sizeof *empty + more);
    if (r == NULL || empty == NULL)
        return 1;
    memset(r, 0, sizeof *r + more);
    puts(r->text); // @unreachable uninitialised-read
    putchar(r->text[at]); // @unreachable uninitialised-read
    memset(r->text, 'a', sizeof r->text);
    r->last = -1;
    if (in())
        puts(r->text); // @reachable out-of-bounds
    if (in()) {
        memcpy(&r->last, &empty->last, sizeof r->last);
        putchar(r->text[at]); // @reachable uninitialised-read
    }
    free(r);
    free(empty);
    return 0;
}
