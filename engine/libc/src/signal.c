/* signal.h: dispositions, masks, and the signals that the program sends itself, which
 * arrive at once. One from outside may arrive at any time: the engine is told of each
 * handler (__assay_concurrently). */
#include "assay.h"
#include "model.h"

typedef void (*handler)(int);
typedef void (*informed)(int, void *, void *);

enum {
    LAST = 64, SIGABRT_ = 6, SIGKILL_ = 9, SIGCHLD_ = 17, SIGCONT_ = 18, SIGSTOP_ = 19, SIGTSTP_ = 20, SIGTTIN_ = 21,
    SIGTTOU_ = 22, SIGURG_ = 23, SIGWINCH_ = 28,
    FIRST_INTERNAL = 32, LAST_INTERNAL = 33, /* of the thread library */
    NODEFER = 0x40000000, RESETHAND = (int)0x80000000, RESTART = 0x10000000, SIGINFO = 4, RESTORER = 0x04000000,
    INFO_SIZE = 128, CONTEXT_SIZE = 968,
    BLOCK = 0, UNBLOCK = 1, SETMASK = 2
};

#define DEFAULT ((handler)0)
#define IGNORE ((handler)1)
#define ERROR ((handler)-1)

/* sigset_t: what is behind the signals that Linux has is never touched. */
struct sigset { unsigned long words[128 / sizeof(long)]; };
struct action {
    handler handler;
    struct sigset mask;
    int flags;
    void (*restorer)(void);
};

/* Dispositions. Where known is 0 it is what the parent left, default or ignored; else it
 * counts the unmodelled calls, each of which may have changed it, and one. */
static int known[LAST + 1];
static int unknown = 1;
static handler handlers[LAST + 1];
static u64 masks[LAST + 1];
static int flags[LAST + 1];
static u64 blocked, waiting;
static int mask_known;     /* as known */
static int handled;        /* there is, or was, a handler */

static u64 bit(int sig) { return (u64)1 << (sig - 1); }

#define NEVER_BLOCKED (bit(SIGKILL_) | bit(SIGSTOP_))
#define INTERNAL (bit(FIRST_INTERNAL) | bit(LAST_INTERNAL))

static int is_signal(int sig) { return sig >= 1 && sig <= LAST && sig != FIRST_INTERNAL && sig != LAST_INTERNAL; }

static int refused(int error)
{
    errno = error;
    return -1;
}

static int invalid(void) { return refused(EINVAL); }

/* A handler of unmodelled code. */
static void foreign(int sig)
{
    (void)sig;
    __assay_unknown();
}

static u64 any_set(void) { return (u64)__assay_nondet(32, "signal") << 32 | (u64)__assay_nondet(32, "signal"); }

static handler disposition(int sig)
{
    if (sig == SIGKILL_ || sig == SIGSTOP_)
        return DEFAULT;
    if (known[sig] == 0)
        handlers[sig] = (handler)(intptr_t)__assay_nondet(1, "signal");
    if (known[sig] < unknown && unknown > 1 && __assay_nondet(1, "signal")) {
        handlers[sig] = __assay_nondet(1, "signal") ? foreign : (handler)(intptr_t)__assay_nondet(1, "signal");
        masks[sig] = any_set() & ~NEVER_BLOCKED;
        flags[sig] = (int)__assay_nondet(32, "signal");
    }
    known[sig] = unknown;
    return handlers[sig];
}

/* What is done by default: nothing. */
static int is_ignored(int sig) { return sig == SIGCHLD_ || sig == SIGCONT_ || sig == SIGURG_ || sig == SIGWINCH_; }

/* Ignoring a signal discards one that waits. */
static void set(int sig, handler h, u64 mask, int how)
{
    known[sig] = unknown;
    handlers[sig] = h;
    masks[sig] = mask & ~NEVER_BLOCKED;
    flags[sig] = how;
    if (h == IGNORE || (h == DEFAULT && is_ignored(sig)))
        waiting &= ~bit(sig);
    if (h != DEFAULT && h != IGNORE) {
        handled = 1;
        __assay_concurrently((const void *)h, NULL);
    }
}

void __model_ignored_for_a_while(int sig)
{
    disposition(sig);
    flags[sig] |= RESTORER;
}

static handler install(int sig, handler h, int how)
{
    if (!is_signal(sig) || sig == SIGKILL_ || sig == SIGSTOP_ || h == ERROR) {
        errno = EINVAL;
        return ERROR;
    }
    handler old = disposition(sig);
    set(sig, h, how & NODEFER ? 0 : bit(sig), how | RESTORER);
    return old;
}

handler signal(int sig, handler h) { return install(sig, h, RESTART); }
handler __sysv_signal(int sig, handler h) { return install(sig, h, RESETHAND | NODEFER); }
handler sysv_signal(int sig, handler h) { return install(sig, h, RESETHAND | NODEFER); }

static u64 of_set(const struct sigset *s)
{
    return sizeof(long) == 8 ? s->words[0] : s->words[0] | (u64)s->words[1] << 32;
}

static void to_set(struct sigset *s, u64 signals)
{
    s->words[0] = (unsigned long)signals;
    if (sizeof(long) == 4)
        s->words[1] = (unsigned long)(signals >> 32);
}

int sigaction(int sig, const struct action *new, struct action *old)
{
    if (!is_signal(sig) || (new != NULL && (sig == SIGKILL_ || sig == SIGSTOP_)))
        return invalid();
    struct action a;
    if (new != NULL) {
        a.handler = new->handler;
        a.mask.words[0] = new->mask.words[0];
        a.mask.words[1] = sizeof(long) == 4 ? new->mask.words[1] : 0;
        a.flags = new->flags;
    }
    if (old != NULL) { /* the restorer is glibc's, the mask behind Linux's signals is what lay on the stack */
        old->handler = disposition(sig);
        __assay_any(&old->mask, sizeof old->mask);
        to_set(&old->mask, masks[sig]);
        old->flags = flags[sig];
        __assay_any(&old->restorer, sizeof old->restorer);
    }
    if (new != NULL)
        set(sig, a.handler, of_set(&a.mask), a.flags | RESTORER);
    return 0;
}

/* The parent may have left signals blocked, and waiting; so may unmodelled code. */
static void settle_mask(void)
{
    if (mask_known == unknown)
        return;
    mask_known = unknown;
    blocked = any_set() & ~NEVER_BLOCKED;
    waiting = blocked & any_set();
}

/* Calls a handler of the program: the mask is as before when it returns. */
static void call(int sig, handler h)
{
    u64 before = blocked;
    int how = flags[sig];
    blocked |= masks[sig] | (how & NODEFER ? 0 : bit(sig));
    if (how & RESETHAND)
        handlers[sig] = DEFAULT;
    if (how & SIGINFO) {
        int info[INFO_SIZE / sizeof(int)];
        char *context = __assay_alloc(CONTEXT_SIZE, 0);
        __assay_any(info, sizeof info);
        info[0] = sig;
        ((informed)h)(sig, info, context);
        __assay_free(context);
    } else {
        h(sig);
    }
    blocked = before;
}

/* A signal that is not blocked does what it does. What stops the process returns when it
 * goes on. */
static void deliver(int sig)
{
    handler h = disposition(sig);
    if (h != DEFAULT) {
        if (h != IGNORE)
            call(sig, h);
        return;
    }
    if (is_ignored(sig))
        return;
    switch (sig) {
    case SIGSTOP_: case SIGTSTP_: case SIGTTIN_: case SIGTTOU_:
        return;
    case SIGABRT_:
        __assay_abort();
    default:
        __assay_exit(128 + sig);
    }
}

/* Delivers what waits and is not blocked. */
static void release(void)
{
    while ((waiting & ~blocked) != 0)
        for (int sig = 1; sig <= LAST; sig++)
            if ((waiting & ~blocked) & bit(sig)) {
                waiting &= ~bit(sig);
                deliver(sig);
            }
}

static void arrive(int sig)
{
    settle_mask();
    if (blocked & bit(sig))
        waiting |= bit(sig);
    else
        deliver(sig);
    release();
}

/* A signal to the process itself; sig may be 0. */
static int sent(int sig)
{
    if (sig != 0)
        arrive(sig);
    return 0;
}

int raise(int sig)
{
    if (sig != 0 && !is_signal(sig))
        return invalid();
    return sent(sig);
}

int gsignal(int sig) { return raise(sig); }

/* 0 or -1. */
static int any_status(const char *key)
{
    int failed = (int)__assay_nondet(1, key);
    __model_errno_if(failed);
    return -failed;
}

/* To the process itself, to its group, which it is in, or to others. */
int kill(int pid, int sig)
{
    int own = pid == getpid() || pid == 0;
    if (sig < 0 || sig > LAST) { /* that there is no such process is seen first */
        int e = (int)__assay_nondet(1, "kill") & !own;
        errno = e ? ESRCH : EINVAL;
        return -1;
    }
    if (own)
        return sent(sig);
    if (pid >= -1 || !__assay_nondet(1, "kill"))
        return any_status("kill");
    return sent(sig);
}

int killpg(int group, int sig)
{
    if (group < 0)
        return invalid();
    return kill(-group, sig);
}

int sigemptyset(struct sigset *s)
{
    if (s == NULL)
        return invalid();
    to_set(s, 0);
    return 0;
}

int sigfillset(struct sigset *s)
{
    if (s == NULL)
        return invalid();
    to_set(s, ~INTERNAL);
    return 0;
}

int sigaddset(struct sigset *s, int sig)
{
    if (s == NULL || !is_signal(sig))
        return invalid();
    to_set(s, of_set(s) | bit(sig));
    return 0;
}

int sigdelset(struct sigset *s, int sig)
{
    if (s == NULL || !is_signal(sig))
        return invalid();
    to_set(s, of_set(s) & ~bit(sig));
    return 0;
}

int sigismember(const struct sigset *s, int sig)
{
    if (s == NULL || sig < 1 || sig > LAST)
        return invalid();
    return (of_set(s) & bit(sig)) != 0;
}

int sigisemptyset(const struct sigset *s) { return s == NULL ? invalid() : of_set(s) == 0; }

int sigandset(struct sigset *s, const struct sigset *a, const struct sigset *b)
{
    if (s == NULL || a == NULL || b == NULL)
        return invalid();
    to_set(s, of_set(a) & of_set(b));
    return 0;
}

int sigorset(struct sigset *s, const struct sigset *a, const struct sigset *b)
{
    if (s == NULL || a == NULL || b == NULL)
        return invalid();
    to_set(s, of_set(a) | of_set(b));
    return 0;
}

/* The error number, or 0. */
static int change_mask(int how, const struct sigset *s, struct sigset *old)
{
    settle_mask();
    u64 before = blocked;
    if (s != NULL) {
        u64 given = of_set(s) & ~(NEVER_BLOCKED | INTERNAL);
        if (how != BLOCK && how != UNBLOCK && how != SETMASK)
            return EINVAL;
        blocked = how == BLOCK ? before | given : how == UNBLOCK ? before & ~given : given;
    }
    if (old != NULL)
        to_set(old, before);
    release();
    return 0;
}

int pthread_sigmask(int how, const struct sigset *s, struct sigset *old) { return change_mask(how, s, old); }

int sigprocmask(int how, const struct sigset *s, struct sigset *old)
{
    int error = change_mask(how, s, old);
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

/* Others may have sent what is blocked, too. Here and below the kernel refuses null pointers. */
int sigpending(struct sigset *s)
{
    if (s == NULL)
        return refused(EFAULT);
    settle_mask();
    waiting |= any_set() & blocked;
    to_set(s, waiting);
    return 0;
}

/* Waits until a handler has run. */
static int wait_for_handler(void)
{
    int ran = 0;
    settle_mask();
    for (int sig = 1; sig <= LAST; sig++) {
        handler h = known[sig] != 0 ? disposition(sig) : DEFAULT;
        if (h != DEFAULT && h != IGNORE && !(blocked & bit(sig)) && __assay_nondet(1, "pause")) {
            waiting &= ~bit(sig);
            call(sig, h);
            ran = 1;
        }
    }
    __assay_assume(ran);
    errno = EINTR;
    return -1;
}

int pause(void) { return wait_for_handler(); }

int sigsuspend(const struct sigset *mask)
{
    if (mask == NULL)
        return refused(EFAULT);
    settle_mask();
    u64 before = blocked;
    blocked = of_set(mask) & ~(NEVER_BLOCKED | INTERNAL);
    wait_for_handler();
    blocked = before;
    return -1;
}

/* One of the set that waits, or that another process sends. */
int sigwait(const struct sigset *s, int *out)
{
    if (s == NULL) {
        refused(EFAULT);
        return EFAULT;
    }
    int sig = (int)__assay_nondet(7, "sigwait");
    __assay_assume((sig >= 1) & (sig <= LAST));
    __assay_assume(of_set(s) >> (sig - 1) & 1);
    settle_mask();
    waiting &= ~bit(sig);
    *out = sig;
    return 0;
}

/* A handler that runs cuts it short. */
unsigned sleep(unsigned seconds)
{
    if (!handled)
        return 0;
    unsigned left = (unsigned)__assay_nondet(32, "sleep");
    __assay_assume(left <= seconds);
    return left;
}

int usleep(unsigned microseconds)
{
    (void)microseconds;
    return any_status("usleep");
}

struct timespec { long tv_sec, tv_nsec; };

int nanosleep(const struct timespec *time, struct timespec *left)
{
    if (time == NULL)
        return refused(EFAULT);
    if ((u64)time->tv_nsec >= 1000000000 || time->tv_sec < 0)
        return invalid();
    if (!handled || !__assay_nondet(1, "nanosleep"))
        return 0;
    if (left != NULL) {
        struct timespec rest = {__assay_nondet(8 * sizeof(long) - 1, "nanosleep"), __assay_nondet(30, "nanosleep")};
        __assay_assume((rest.tv_nsec < 1000000000) & (rest.tv_sec <= time->tv_sec));
        *left = rest;
    }
    errno = EINTR;
    return -1;
}

void __model_unknown_signal(void)
{
    unknown++;
    handled = 1;
}
