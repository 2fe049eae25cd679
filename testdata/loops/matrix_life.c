/* Conway's life on a board with a dead border. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define H 6
#define W 6

static unsigned char board[H][W], next[H][W];

static int neighbours(int y, int x)
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx)
                n += board[y + dy][x + dx]; // @unreachable index-bound unless BUG
    return n;
}

int main(void)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            board[y][x] = __VERIFIER_nondet_int() != 0; // @unreachable index-bound
    while (__VERIFIER_nondet_int()) {
        for (int y = 1; y < H - 1; y++)
#ifdef BUG
            for (int x = 1; x < W; x++) {
#else
            for (int x = 1; x < W - 1; x++) {
#endif
                int n = neighbours(y, x);
                next[y][x] = n == 3 || (n == 2 && board[y][x]); // @unreachable index-bound
            }
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                board[y][x] = next[y][x]; // @unreachable index-bound
    }
    assert(board[0][0] == 0); // @unreachable assertion
    return 0;
}
