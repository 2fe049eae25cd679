/* Fields of one byte in the records of an array: what is written to one of them says nothing of
 * the others, and what a pointer to char writes may be any of them. */
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    _Bool open;
    unsigned char kind;
    short around;
    int owner;
};

static struct cell board[200], other[200], third[200];

static void kinds(void)
{
    for (int i = 0; i < 200; i++)
        board[i].kind = 1;
    while (__VERIFIER_nondet_int()) {
        unsigned k = __VERIFIER_nondet_int();
        if (k >= 200)
            break;
        board[k].open = 1;
        board[k].around = -1;
        board[k].owner = 0;
        board[k].owner = 100 / board[k].kind; // @unreachable division-by-zero
    }
}

static void by_char(void)
{
    for (int i = 0; i < 200; i++)
        other[i].kind = 1;
    while (__VERIFIER_nondet_int()) {
        unsigned k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
        if (k >= 200 || m >= sizeof other[k])
            break;
        other[k].owner = 100 / other[k].kind; // @reachable division-by-zero
        ((char *)&other[k])[m] = 0;
    }
}

static void by_memset(void)
{
    for (int i = 0; i < 200; i++)
        third[i].kind = 1;
    while (__VERIFIER_nondet_int()) {
        unsigned k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
        if (k >= 190 || n > 9)
            break;
        third[k].owner = 100 / third[k].kind; // @reachable division-by-zero
        memset(&third[k].owner, 0, n); // 6 of them, and it is the next one's kind
    }
}

int main(void)
{
    kinds();
    by_char();
    by_memset();
}
