/* Copies a text and puts a backslash before each special character. */
#include <assert.h>
#include <stddef.h>
extern char __VERIFIER_nondet_char(void);

#define ROOM 16

static char out[ROOM];

int main(void)
{
    size_t n = 0;
    char c;

#ifdef BUG
    while (n < ROOM - 1 && (c = __VERIFIER_nondet_char()) != 0) {
#else
    while (n < ROOM - 2 && (c = __VERIFIER_nondet_char()) != 0) {
#endif
        if (c == '\\' || c == '"')
            out[n++] = '\\'; // @unreachable out-of-bounds
        out[n++] = c; // @unreachable out-of-bounds
    }
    out[n] = 0; // @unreachable out-of-bounds unless BUG
    for (size_t i = 0; out[i]; i++) // @unreachable out-of-bounds
        assert(i < n); // @unreachable assertion
    return 0;
}
