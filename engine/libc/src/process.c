/* unistd.h: processes. Behind a fork both go on, each a run of its own. */
#include "assay.h"
#include "model.h"

/* Positive and the same each time; 0: nobody asked yet. */
static int pid;

static int any_pid(const char *key)
{
    int n = (int)__assay_nondet(31, key);
    __assay_assume(n > 0);
    return n;
}

int getpid(void)
{
    if (pid == 0)
        pid = any_pid("getpid");
    return pid;
}

/* Unmodelled code may have forked. */
void __model_unknown_unistd(void) { pid = 0; }

/* The child, which is another process; or what it is to its parent, or -1. */
int fork(void)
{
    int old = getpid(), new = any_pid("fork");
    __assay_assume(new != old);
    if (__assay_choose("fork")) {
        __model_any_errno();
        return -1;
    }
    if (!__assay_nondet(1, "fork"))
        return new;
    pid = new;
    return 0;
}

int _Fork(void) { return fork(); }
