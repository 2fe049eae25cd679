/* Wide characters: the end, errors, text without encoding; a stream of bytes has none. */
#include <errno.h>
#include <stdio.h>
#include <wchar.h>
static void here(void) { }

int main(int argc, char **argv)
{
    if (argc == 2) {
        if (getchar() == 'a' && (getwchar() != WEOF || feof(stdin) || fwide(stdin, 1) >= 0))
            here(); // @unreachable
        return 0;
    }
    wint_t c = getwchar();
    if (fwide(stdin, 0) <= 0)
        here(); // @unreachable
    if (c == WEOF && feof(stdin))
        here(); // @reachable
    if (c == WEOF && ferror(stdin) && errno == EILSEQ)
        here(); // @reachable
    if (c == WEOF && !feof(stdin) && !ferror(stdin))
        here(); // @unreachable
    if (c == L'x')
        here(); // @reachable
    if (c == 0x20ac)
        here(); // @reachable
    if (c == 'a' && ungetwc(L'\x20ac', stdin) != WEOF && getwchar() != 0x20ac)
        here(); // @unreachable
    wchar_t line[4];
    if (c == 'a' && fgetws(line, 4, stdin) != NULL && line[0] == 0x20ac && line[1] == L'\n' && line[2] != 0)
        here(); // @unreachable
    if (putwchar(L'x') == WEOF && ferror(stdout))
        here(); // @reachable
    if (printf("x") != -1)
        here(); // @reachable
    return 0;
}
