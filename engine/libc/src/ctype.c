/* ctype.h in the C locale. The tables are glibc's: indices -128…255, and a
 * look-up outside them is the out-of-bounds access that it is there. No
 * function branches on its argument. */
#include "assay.h"
#include "model.h"

/* glibc's bits on a little-endian machine. */
enum {
    BLANK = 0x1, CNTRL = 0x2, PUNCT = 0x4, ALNUM = 0x8,
    UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800,
    XDIGIT = 0x1000, SPACE = 0x2000, PRINT = 0x4000, GRAPH = 0x8000,
};
#define C2 CNTRL, CNTRL
#define C4 C2, C2
#define WS (CNTRL | SPACE)
#define P1 (PUNCT | PRINT | GRAPH)
#define P3 P1, P1, P1
#define P4 P3, P1
#define D1 (ALNUM | DIGIT | XDIGIT | PRINT | GRAPH)
#define D5 D1, D1, D1, D1, D1
#define U1 (ALNUM | ALPHA | UPPER | PRINT | GRAPH)
#define L1 (ALNUM | ALPHA | LOWER | PRINT | GRAPH)
#define X1(c) ((c) | XDIGIT)
#define X3(c) X1(c), X1(c), X1(c)
#define N4(c) c, c, c, c
#define N20(c) N4(c), N4(c), N4(c), N4(c), N4(c)

/* The lower half, for negative char values, is all zero as the upper is. */
static const unsigned short classes[384] = {
    [128] = C4, C4, CNTRL, WS | BLANK, WS, WS, WS, WS, C2, C4, C4, C4, C4,
    [160] = SPACE | BLANK | PRINT, P3, P4, P4, P4,
    [176] = D5, D5, P3, P4,
    [193] = X3(U1), X3(U1), N20(U1),
    [219] = P4, P1, P1,
    [225] = X3(L1), X3(L1), N20(L1),
    [251] = P4, CNTRL,
};
static const unsigned short *const class_table = classes + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&class_table; }

#define CLASS(name, bit) int name(int c) { return class_table[c] & (bit); }
CLASS(isalnum, ALNUM)
CLASS(isalpha, ALPHA)
CLASS(isblank, BLANK)
CLASS(iscntrl, CNTRL)
CLASS(isdigit, DIGIT)
CLASS(isgraph, GRAPH)
CLASS(islower, LOWER)
CLASS(isprint, PRINT)
CLASS(ispunct, PUNCT)
CLASS(isspace, SPACE)
CLASS(isupper, UPPER)
CLASS(isxdigit, XDIGIT)

int isascii(int c) { return (c & ~127) == 0; }
int toascii(int c) { return c & 127; }

/* -128…-2 stand for the bytes 128…254; -1 is EOF. What is no character at all
 * is returned as it is. */
static inline int as_byte(int c) { return c + 256 * ((c >= -128) & (c < -1)); }

int tolower(int c) { return as_byte(c) + 32 * ((unsigned)c - 'A' < 26u); }
int toupper(int c) { return as_byte(c) - 32 * ((unsigned)c - 'a' < 26u); }
int _tolower(int c) { return tolower(c); }
int _toupper(int c) { return toupper(c); }

static int lower_table[384], upper_table[384];
static const int *lower_zero, *upper_zero;

static void fill_tables(void)
{
    for (int c = -128; c < 256; c++) {
        lower_table[c + 128] = tolower(c);
        upper_table[c + 128] = toupper(c);
    }
    lower_zero = lower_table + 128;
    upper_zero = upper_table + 128;
}

const int **__ctype_tolower_loc(void)
{
    if (lower_zero == NULL)
        fill_tables();
    return &lower_zero;
}

const int **__ctype_toupper_loc(void)
{
    if (upper_zero == NULL)
        fill_tables();
    return &upper_zero;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }
