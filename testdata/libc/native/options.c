/* getopt and its family against glibc's: what they return, where they are, and in which
 * order the words of argv stand then. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "native.h"

extern int model_getopt(int, char *const *, const char *);
extern int model_getopt_long(int, char *const *, const char *, const struct option *, int *);
extern int model_getopt_long_only(int, char *const *, const char *, const struct option *, int *);
extern char *model_optarg;
extern int model_optind, model_optopt;

enum { MOST = 8, KINDS = 3 };

static int flag;
static const struct option longs[] = {{"alpha", 0, NULL, 'a'}, {"alphabet", 1, NULL, 1000}, {"beta", 2, NULL, 'b'},
    {"bet", 0, NULL, 1001}, {"gamma", 0, &flag, 7}, {"gammas", 0, &flag, 7}, {"delta", 1, &flag, 9}, {NULL, 0, NULL, 0}};

static const char *const words[] = {"x", "y", "-", "--", "-a", "-b", "-c", "-ab", "-cb", "-bv", "-ba", "-:", "-Walpha", "-W",
    "-Wdelta=3", "--alpha", "--alph", "--alpha=3", "--alphabet", "--alphabet=v", "--be", "--bet", "--beta", "--beta=v", "--gam",
    "--gamma", "--delta", "--delta=", "--zeta", "-alpha", "-be", "-delta", "-d", "-da", "-alp=1", "", "---", "-\377"};

static const char *const lists[] = {"ab:c::d", ":ab:c::d", "+ab:c", "-ab:c", "-:ab:", "aW;b:", ":W;a", ""};

static int glibc(int kind, int argc, char **argv, const char *list, int *index)
{
    return kind == 0 ? getopt(argc, argv, list)
        : kind == 1  ? getopt_long(argc, argv, list, longs, index)
                     : getopt_long_only(argc, argv, list, longs, index);
}

static int model(int kind, int argc, char **argv, const char *list, int *index)
{
    return kind == 0 ? model_getopt(argc, argv, list)
        : kind == 1  ? model_getopt_long(argc, argv, list, longs, index)
                     : model_getopt_long_only(argc, argv, list, longs, index);
}

void options(long *compared, void (*differ)(const char *, const char *, ...), uint64_t (*rnd)(void))
{
    opterr = 0;
    for (int round = 0; round < 60000; round++) {
        char *a[MOST + 1] = {"program"}, *b[MOST + 1];
        int argc = 1 + (int)(rnd() % MOST), kind = (int)(rnd() % KINDS), i = -1, k = -1, r, s;
        const char *list = lists[rnd() % (sizeof lists / sizeof *lists)];
        for (int n = 1; n < argc; n++)
            a[n] = (char *)words[rnd() % (sizeof words / sizeof *words)];
        a[argc] = NULL;
        memcpy(b, a, sizeof b);
        char line[256] = "";
        for (int n = 1; n < argc; n++)
            strcat(strcat(line, " "), a[n]);
        start_path("", 1, 1);
        optind = model_optind = 0;
        for (int call = 0; call < 2 * MOST; call++) {
            flag = 0;
            r = glibc(kind, argc, a, list, &i);
            int was = flag;
            flag = 0;
            s = model(kind, argc, b, list, &k);
            ++*compared;
            if (r != s || optind != model_optind || optarg != model_optarg || i != k || was != flag
                || memcmp(a, b, sizeof a) != 0 || ((r == '?' || r == ':') && optopt != model_optopt)) {
                differ("getopt", "%d of \"%s\" on%s: call %d: %d %d %s %d, model %d %d %s %d", kind, list, line, call, r, optind,
                    optarg ? optarg : "-", optopt, s, model_optind, model_optarg ? model_optarg : "-", model_optopt);
                break;
            }
            if (r == -1)
                break;
        }
    }
}
