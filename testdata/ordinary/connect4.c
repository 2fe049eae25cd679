/* Connect four for two players at one terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COLS = 7, NEED = 4 };
enum cell { EMPTY, RED, YELLOW };
enum result { R_PLAYING, R_WON, R_DRAW, R_QUIT };

static enum cell board[ROWS][COLS];
static int height[COLS];        /* discs already in each column */
static int history[ROWS * COLS];
static int moves;

static char symbol(enum cell c)
{
    switch (c) {
    case RED:    return 'X';
    case YELLOW: return 'O';
    default:     return '.';
    }
}

static void show(void)
{
    int r, c;

    for (r = ROWS - 1; r >= 0; r--) {
        for (c = 0; c < COLS; c++)
            printf(" %c", symbol(board[r][c]));
        putchar('\n');
    }
    for (c = 0; c < COLS; c++)
        printf(" %d", c + 1);
    putchar('\n');
}

static int inside(int r, int c)
{
    return r >= 0 && r < ROWS && c >= 0 && c < COLS;
}

/* number of equal discs from (r,c), not counting it, in direction (dr,dc) */
static int run_length(int r, int c, int dr, int dc)
{
    enum cell who = board[r][c];
    int n = 0;

    r += dr;
    c += dc;
    while (inside(r, c) && board[r][c] == who) {
        n++;
        r += dr;
        c += dc;
    }
    return n;
}

static int wins(int r, int c)
{
    static const int dir[4][2] = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } };
    int i;

    for (i = 0; i < 4; i++) {
        int dr = dir[i][0], dc = dir[i][1];
        if (1 + run_length(r, c, dr, dc) + run_length(r, c, -dr, -dc) >= NEED)
            return 1;
    }
    return 0;
}

/* returns the row the disc fell to, or -1 if the column is full */
static int drop(int col, enum cell who)
{
    int row = height[col];

    if (row == ROWS)
        return -1;
    board[row][col] = who;
    height[col]++;
    history[moves++] = col;
    return row;
}

static int undo(void)
{
    int col;

    if (moves == 0)
        return 0;
    col = history[--moves];
    height[col]--;
    board[height[col]][col] = EMPTY;
    return 1;
}

/* Ask for a column; 0..COLS-1, -1 for undo, -2 for quit. */
static int ask(enum cell who)
{
    char line[64];

    for (;;) {
        char *end;
        long n;

        printf("%c to move (1-%d, u, q): ", symbol(who), COLS);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL)
            return -2;
        if (line[0] == 'q')
            return -2;
        if (line[0] == 'u')
            return -1;
        n = strtol(line, &end, 10);
        if (end != line && n >= 1 && n <= COLS)
            return (int)n - 1;
        puts("Please type a column number.");
    }
}

static enum result play(enum cell *who)
{
    for (;;) {
        int col, row;

        show();
        col = ask(*who);
        if (col == -2)
            return R_QUIT;
        if (col == -1) {
            if (!undo())
                puts("Nothing to take back.");
            else
                *who = *who == RED ? YELLOW : RED;
            continue;
        }
        row = drop(col, *who);
        if (row < 0) {
            puts("That column is full.");
            continue;
        }
        if (wins(row, col))
            return R_WON;
        if (moves == ROWS * COLS)
            return R_DRAW;
        *who = *who == RED ? YELLOW : RED;
    }
}

int main(void)
{
    enum cell who = RED;
    enum result res;
    int i;

    res = play(&who);
    show();
    if (res == R_WON)
        printf("%c wins after %d moves.\n", symbol(who), moves);
    else if (res == R_DRAW)
        puts("A draw.");
    else
        puts("Game abandoned.");
    printf("Moves:");
    for (i = 0; i < moves; i++)
        printf(" %d", history[i] + 1);
    putchar('\n');
    return EXIT_SUCCESS;
}
