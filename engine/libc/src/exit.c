/* stdlib.h and unistd.h: the end of the program. */
#include "assay.h"
#include "model.h"

/* For more than FREE_HANDLERS, of whatever kind, glibc needs memory. */
enum { MAX_HANDLERS = 64, FREE_HANDLERS = 31 };

/* A handler of atexit (plain) or of on_exit and __cxa_atexit. */
struct handler {
    void (*plain)(void);
    void (*with_status)(int, void *);
    void (*with_arg)(void *);
    void *arg;
};

static struct handler handlers[MAX_HANDLERS], quick_handlers[MAX_HANDLERS];
static int count, quick_count;

_Noreturn void __model_exit(int status);

/* Handlers make the engine need __model_exit: it runs it when main returns, if the
 * program has it, also where the program has an exit of its own. */
static void (*at_return)(int);

static int add(struct handler *list, int *n, struct handler h)
{
    if (*n == MAX_HANDLERS)
        __assay_bound("atexit", MAX_HANDLERS);
    if (*n >= FREE_HANDLERS && __assay_choose("malloc")) {
        errno = ENOMEM;
        return -1;
    }
    list[(*n)++] = h;
    at_return = __model_exit;
    return 0;
}

int atexit(void (*f)(void)) { return add(handlers, &count, (struct handler){f, NULL, NULL, NULL}); }

int on_exit(void (*f)(int, void *), void *arg)
{
    return add(handlers, &count, (struct handler){NULL, f, NULL, arg});
}

int __cxa_atexit(void (*f)(void *), void *arg, void *dso)
{
    (void)dso;
    return add(handlers, &count, (struct handler){NULL, NULL, f, arg});
}

int at_quick_exit(void (*f)(void))
{
    return add(quick_handlers, &quick_count, (struct handler){f, NULL, NULL, NULL});
}

/* The last one registered runs first; handlers may register more. */
static void run(struct handler *list, int *n, int status)
{
    while (*n > 0) {
        struct handler h = list[--*n];
        if (h.plain != NULL)
            h.plain();
        else if (h.with_status != NULL)
            h.with_status(status, h.arg);
        else
            h.with_arg(h.arg);
    }
}

/* The destructors have begun to run. */
static int destructing;

/* Destructors run behind all handlers. What they register runs behind those without
 * priority, by the start files of position-independent programs, and at the end. Where one
 * of them calls exit, those that are left do not run. */
_Noreturn void __model_exit(int status)
{
    run(handlers, &count, status);
    if (!destructing) {
        destructing = 1;
        __assay_destructors();
        run(handlers, &count, status);
        __assay_late_destructors();
        run(handlers, &count, status);
    }
    __assay_exit(status);
}

_Noreturn void exit(int status) { __model_exit(status); }

_Noreturn void quick_exit(int status)
{
    run(quick_handlers, &quick_count, status);
    __assay_exit(status);
}

_Noreturn void _exit(int status) { __assay_exit(status); }
_Noreturn void _Exit(int status) { __assay_exit(status); }
_Noreturn void abort(void) { __assay_abort(); }
