/* undo.c - a tiny line editor that can take back its edits.
 *
 *   a TEXT     append a line          i N TEXT   insert before line N
 *   d N        delete line N          r N TEXT   replace line N
 *   u          undo                   p          print
 *   q          quit
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES  50
#define TEXT_LEN   60
#define MAX_UNDO   20

typedef enum { DID_INSERT, DID_DELETE, DID_REPLACE } action;

struct edit {
    action what;
    int at;
    char old[TEXT_LEN];
};

static char text[MAX_LINES][TEXT_LEN];
static int nlines;

static struct edit undo_stack[MAX_UNDO];
static int undo_top, undo_used;     /* a ring: the oldest edits fall out */

static void copy_text(char *dst, const char *src)
{
    size_t n = strlen(src);

    if (n >= TEXT_LEN)
        n = TEXT_LEN - 1;
    memcpy(dst, src, n);
    dst[n] = '\0';
}

static void remember(action what, int at)
{
    struct edit *e = &undo_stack[undo_top];

    e->what = what;
    e->at = at;
    if (what == DID_INSERT)
        e->old[0] = '\0';
    else
        copy_text(e->old, text[at]);
    undo_top = (undo_top + 1) % MAX_UNDO;
    if (undo_used < MAX_UNDO)
        undo_used++;
}

static int open_line(int at, const char *s)
{
    int i;

    if (nlines == MAX_LINES || at < 0 || at > nlines)
        return -1;
    for (i = nlines; i > at; i--)
        memcpy(text[i], text[i - 1], TEXT_LEN);
    copy_text(text[at], s);
    nlines++;
    return 0;
}

static int close_line(int at)
{
    if (at < 0 || at >= nlines)
        return -1;
    memmove(text[at], text[at + 1 < MAX_LINES ? at + 1 : at],
            (size_t) (nlines - 1 - at) * TEXT_LEN);
    nlines--;
    return 0;
}

static int undo(void)
{
    struct edit *e;

    if (undo_used == 0)
        return -1;
    undo_used--;
    undo_top = (undo_top + MAX_UNDO - 1) % MAX_UNDO;
    e = &undo_stack[undo_top];
    switch (e->what) {
    case DID_INSERT:
        return close_line(e->at);
    case DID_DELETE:
        return open_line(e->at, e->old);
    case DID_REPLACE:
        copy_text(text[e->at], e->old);
        return 0;
    }
    return -1;
}

static void print_all(void)
{
    int i;

    for (i = 0; i < nlines; i++)
        printf("%3d  %s\n", i + 1, text[i]);
}

/* Parse the line number after the command letter; -1 if there is none. */
static int line_number(const char *s, const char **rest)
{
    char *end;
    long n = strtol(s, &end, 10);

    if (end == s || n < 1 || n > nlines)
        return -1;
    while (*end == ' ')
        end++;
    *rest = end;
    return (int) n - 1;
}

int main(void)
{
    char line[128];

    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *arg = "";
        int at, ok = 0;

        line[strcspn(line, "\n")] = '\0';
        switch (tolower((unsigned char) line[0])) {
        case '\0':
            continue;
        case 'q':
            return 0;
        case 'p':
            print_all();
            ok = 1;
            break;
        case 'u':
            ok = undo() == 0;
            break;
        case 'a':
            arg = line + 1;
            if (*arg == ' ')
                arg++;
            at = nlines;
            if ((ok = open_line(at, arg) == 0))
                remember(DID_INSERT, at);
            break;
        case 'i':
            at = line_number(line + 1, &arg);
            if ((ok = open_line(at, arg) == 0))
                remember(DID_INSERT, at);
            break;
        case 'd':
            at = line_number(line + 1, &arg);
            if ((ok = at >= 0)) {
                remember(DID_DELETE, at);
                close_line(at);
            }
            break;
        case 'r':
            at = line_number(line + 1, &arg);
            if ((ok = at >= 0)) {
                remember(DID_REPLACE, at);
                copy_text(text[at], arg);
            }
            break;
        }
        if (!ok)
            puts("?");
    }
    return 0;
}
