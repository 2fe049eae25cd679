/* getopt.h, unistd.h: options of the command line, with glibc's way to move the
 * operands behind them. What would be printed about a wrong option is not. */
#include "assay.h"
#include "model.h"

struct option {
    const char *name;
    int has_arg; /* 0 no, 1 yes, 2 it may */
    int *flag;
    int val;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static enum {
    UNKNOWN, /* nothing was parsed yet */
    PERMUTE, /* operands go behind the options */
    STOP,    /* the first operand ends the options */
    IN_ORDER /* operands are returned, too */
} order;

static const char *rest; /* of a word with several options; NULL or at its end: nothing */
static int doubted;      /* unmodelled code may have parsed words */
static int wrong;        /* what each call leaves in optopt: the last option that was wrong */
static int first, last;  /* argv[first … last) are operands that were passed over */

static int is_option(const char *word) { return word[0] == '-' && word[1] != 0; }

static void reverse(char **argv, int from, int to)
{
    for (to--; from < to; from++, to--) {
        char *word = argv[from];
        argv[from] = argv[to];
        argv[to] = word;
    }
}

/* The operands that were passed over go behind the options that followed them, if there
 * are both. */
static void exchange(char **argv)
{
    if (first == last) {
        first = optind;
        return;
    }
    if (last == optind)
        return;
    if (!__assay_reorder(argv)) {
        reverse(argv, first, last);
        reverse(argv, last, optind);
        reverse(argv, first, optind);
    }
    first += optind - last;
    last = optind;
}

/* Whether the environment asks for options to end at the first operand. Asked here, not
 * by getenv: a variable that is there at all is enough, and has no value then. */
static int in_posix_order(void)
{
    const char *key = "getenv:POSIXLY_CORRECT";
    if (__assay_choose(key))
        return 0;
    __assay_assume(__assay_nondet(8, key) == 0);
    return 1;
}

static void begin(const char *options)
{
    if (optind == 0)
        optind = 1;
    first = last = optind;
    rest = NULL;
    order = *options == '-' ? IN_ORDER : *options == '+' || in_posix_order() ? STOP : PERMUTE;
}

/* Moves optind to the next word. It returns 0 where that holds options, else what
 * getopt returns. */
static int next_word(int argc, char **argv)
{
    if (last > optind)
        last = optind;
    if (first > optind)
        first = optind;
    if (order == PERMUTE) {
        exchange(argv);
        while (optind < argc && !is_option(argv[optind]))
            optind++;
        last = optind;
    }
    if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] == 0) {
        optind++;
        exchange(argv);
        last = optind = argc;
    }
    if (optind == argc) {
        if (first != last)
            optind = first;
        return -1;
    }
    if (is_option(argv[optind]))
        return 0;
    if (order == STOP)
        return -1;
    optarg = argv[optind++];
    return 1;
}

/* What is returned where an option lacks its argument. */
static int lacking(const char *options, int option)
{
    wrong = option;
    return *options == ':' ? ':' : '?';
}

/* The option of that name, or the one that it is short for; NULL: none, or, with
 * *several, more than one. */
static const struct option *named(const struct option *longs, const char *name, size_t n, int only, int *several)
{
    const struct option *found = NULL;
    *several = 0;
    for (const struct option *o = longs; o->name != NULL; o++) {
        if (strncmp(o->name, name, n) != 0)
            continue;
        if (strlen(o->name) == n) {
            *several = 0;
            return o;
        }
        if (found == NULL)
            found = o;
        else if (only || found->has_arg != o->has_arg || found->flag != o->flag || found->val != o->val)
            *several = 1;
    }
    return *several ? NULL : found;
}

/* The long option at rest, in front of argv[optind + 1]. It returns -1 where that may be
 * a short one. */
static int long_option(int argc, char **argv, const char *options, const struct option *longs, int *index, int only)
{
    size_t n = 0;
    int several;
    while (rest[n] != 0 && rest[n] != '=')
        n++;
    const struct option *o = named(longs, rest, n, only, &several);
    if (o == NULL && !several && only && argv[optind][1] != '-' && strchr(options, *rest) != NULL)
        return -1;
    const char *value = rest[n] == '=' ? rest + n + 1 : NULL;
    rest = NULL;
    optind++;
    if (o == NULL) {
        wrong = 0;
        return '?';
    }
    if (value != NULL && !o->has_arg) {
        wrong = o->val;
        return '?';
    }
    if (value != NULL) {
        optarg = (char *)value;
    } else if (o->has_arg == 1) {
        if (optind >= argc)
            return lacking(options, o->val);
        optarg = argv[optind++];
    }
    if (index != NULL)
        *index = (int)(o - longs);
    if (o->flag == NULL)
        return o->val;
    *o->flag = o->val;
    return 0;
}

/* The short option at rest. */
static int short_option(int argc, char **argv, const char *options, const struct option *longs, int *index)
{
    char c = *rest++;
    const char *at = strchr(options, c);
    if (*rest == 0)
        optind++;
    if (at == NULL || c == ':' || c == ';') {
        wrong = c;
        return '?';
    }
    if (longs != NULL && at[0] == 'W' && at[1] == ';') {
        if (*rest == 0 && optind == argc)
            return lacking(options, c);
        if (*rest == 0)
            rest = argv[optind];
        return long_option(argc, argv, options, longs, index, 0);
    }
    if (at[1] != ':')
        return c;
    if (*rest != 0) {
        optarg = (char *)rest;
        optind++;
    } else if (at[2] != ':') {
        if (optind == argc)
            c = (char)lacking(options, c);
        else
            optarg = argv[optind++];
    }
    rest = NULL;
    return c;
}

static int parse(int argc, char **argv, const char *options, const struct option *longs, int *index, int only)
{
    if (argc < 1)
        return -1;
    if (doubted && __assay_nondet(1, "getopt"))
        __assay_undecided("getopt goes on where unmodelled code may have left it");
    doubted = 0;
    optarg = NULL;
    if (optind == 0 || order == UNKNOWN)
        begin(options);
    if (*options == '-' || *options == '+')
        options++;
    if (rest == NULL || *rest == 0) {
        int done = next_word(argc, argv);
        if (done != 0)
            return done;
        const char *word = argv[optind];
        rest = word + 1;
        if (longs != NULL && word[1] == '-') {
            rest++;
            return long_option(argc, argv, options, longs, index, only);
        }
        if (longs != NULL && only && (word[2] != 0 || strchr(options, word[1]) == NULL)) {
            int c = long_option(argc, argv, options, longs, index, only);
            if (c != -1)
                return c;
        }
    }
    return short_option(argc, argv, options, longs, index);
}

static int parsed(int argc, char *const argv[], const char *options, const struct option *longs, int *index, int only)
{
    int c = parse(argc, (char **)argv, options, longs, index, only);
    optopt = wrong;
    return c;
}

int getopt(int argc, char *const argv[], const char *options)
{
    return parsed(argc, argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
{
    return parsed(argc, argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
{
    return parsed(argc, argv, options, longs, index, 1);
}

void __model_unknown_getopt(void) { doubted = 1; }
