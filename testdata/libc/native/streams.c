/* Compares input from streams that fail and end, and go on, with glibc. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include "native.h"

extern FILE *model_stdin;
extern int model_fgetc(FILE *), model_ungetc(int, FILE *), model_feof(FILE *), model_ferror(FILE *);
extern char *model_fgets(char *, int, FILE *);
extern size_t model_fread(void *, size_t, size_t, FILE *);
extern void model_clearerr(FILE *);
extern ssize_t model_getdelim(char **, size_t *, int, FILE *);
extern int model_fscanf(FILE *, const char *, ...);

/* What glibc reads: pieces of a text, GAP where nothing comes. */
struct source {
    const char *next, *events;
    size_t piece;
};

static ssize_t supply(void *cookie, char *buf, size_t n)
{
    struct source *s = cookie;
    size_t k = 0;
    if (*s->next == 0 || *s->next == GAP) {
        int failed = *s->events != 0 && *s->events++ == 'e';
        s->next += *s->next == GAP;
        errno = EIO;
        return failed ? -1 : 0;
    }
    while (k < n && k < s->piece && s->next[k] != 0 && s->next[k] != GAP)
        k++;
    memcpy(buf, s->next, k);
    s->next += k;
    return (ssize_t)k;
}

/* What a call gave. */
struct given {
    long result;
    int eof, error;
    char bytes[16];
};

static char *line, *model_line;
static size_t room, model_room;

static void call(int what, int arg, FILE *f, struct given *g)
{
    memset(g, 0, sizeof *g);
    switch (what) {
    case 0: g->result = fgetc(f); break;
    case 1: g->result = fgets(g->bytes, arg, f) != NULL; break;
    case 2: g->result = (long)fread(g->bytes, (size_t)arg, 3, f); break;
    case 3: g->result = ungetc('q', f); break;
    case 4: clearerr(f); break;
    case 5: g->result = fscanf(f, "%4c", g->bytes); break;
    case 6:
        g->result = getdelim(&line, &room, 'c', f);
        if (g->result > 0 && g->result < 16)
            memcpy(g->bytes, line, (size_t)g->result + 1);
        break;
    }
    g->eof = feof(f) != 0;
    g->error = ferror(f) != 0;
}

static void model_call(int what, int arg, FILE *f, struct given *g)
{
    memset(g, 0, sizeof *g);
    switch (what) {
    case 0: g->result = model_fgetc(f); break;
    case 1: g->result = model_fgets(g->bytes, arg, f) != NULL; break;
    case 2: g->result = (long)model_fread(g->bytes, (size_t)arg, 3, f); break;
    case 3: g->result = model_ungetc('q', f); break;
    case 4: model_clearerr(f); break;
    case 5: g->result = model_fscanf(f, "%4c", g->bytes); break;
    case 6:
        g->result = model_getdelim(&model_line, &model_room, 'c', f);
        if (g->result > 0 && g->result < 16)
            memcpy(g->bytes, model_line, (size_t)g->result + 1);
        break;
    }
    g->eof = model_feof(f) != 0;
    g->error = model_ferror(f) != 0;
}

static void one(long *compared, void (*differ)(const char *, const char *, ...), uint64_t (*rnd)(void))
{
    char text[40], first[40], what_ends[8];
    size_t n = rnd() % 30;
    for (size_t i = 0; i < n; i++)
        text[i] = "abc\nd\1"[rnd() % 6];
    text[n] = 0;
    for (int i = 0; i < 7; i++)
        what_ends[i] = "en"[rnd() % 2];
    what_ends[7] = 0;
    struct source s = {text, what_ends, 1 + rnd() % 5};
    FILE *f = fopencookie(&s, "r", (cookie_io_functions_t){.read = supply});
    size_t k = strcspn(text, "\1"); /* what the engine says, up to the first gap */
    memcpy(first, text, k);
    first[k] = 0;
    start_path(first, 0, 1);
    later = text[k] == GAP ? text + k + 1 : "";
    events = what_ends;
    for (int i = 0; i < 12; i++) {
        int what = (int)(rnd() % 7), arg = 1 + (int)(rnd() % 5);
        struct given a, b;
        call(what, arg, f, &a);
        model_call(what, arg, model_stdin, &b);
        ++*compared;
        if (memcmp(&a, &b, sizeof a) == 0)
            continue;
        differ("stream", "\"%s\" ends %s, call %d is %d(%d): %ld eof %d error %d \"%.15s\", model %ld eof %d error %d \"%.15s\"",
               text, what_ends, i, what, arg, a.result, a.eof, a.error, a.bytes, b.result, b.eof, b.error, b.bytes);
        break;
    }
    fclose(f);
}

void streams(long *compared, void (*differ)(const char *, const char *, ...), uint64_t (*rnd)(void))
{
    for (int i = 0; i < 20000; i++)
        one(compared, differ, rnd);
}
