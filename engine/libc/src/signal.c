/* signal.h: signals that the program sends itself. A handler could run at any
 * moment, which is not modelled. */
#include "assay.h"
#include "model.h"

typedef void (*handler)(int);

enum { SIGNALS = 65, SIGABRT_ = 6, SIGKILL_ = 9, SIGCHLD_ = 17, SIGCONT_ = 18, SIGSTOP_ = 19, SIGURG_ = 23, SIGWINCH_ = 28 };

#define DEFAULT ((handler)0)
#define IGNORE ((handler)1)
#define ERROR ((handler)-1)

static unsigned char ignored[SIGNALS];

handler signal(int sig, handler h)
{
    if (sig < 1 || sig >= SIGNALS || sig == SIGKILL_ || sig == SIGSTOP_) {
        errno = EINVAL;
        return ERROR;
    }
    if (h != DEFAULT && h != IGNORE)
        __assay_undecided("a signal handler");
    handler old = ignored[sig] ? IGNORE : DEFAULT;
    ignored[sig] = h == IGNORE;
    return old;
}

handler __sysv_signal(int sig, handler h) { return signal(sig, h); }

int raise(int sig)
{
    if (sig < 0 || sig >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (sig == 0 || ignored[sig] || sig == SIGCHLD_ || sig == SIGCONT_ || sig == SIGURG_ || sig == SIGWINCH_)
        return 0;
    if (sig == SIGABRT_)
        __assay_abort();
    __assay_exit(128 + sig);
}
