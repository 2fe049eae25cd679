/* Runs the callers in processes of their own and holds what calls do against what their
 * specification allows.
 *
 *     harness SEED CALLS RECORDED [FUNCTION …]
 *
 * makes so many calls of each function; of RECORDED calls more it prints all that was
 * given and seen. */
#include "harness.h"
#include "state.h"
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>

enum stage { DRAWING, CALLING, CHECKING };
enum { ROOM = 1 << 20 };

/* What a process leaves its parent. */
static struct shared {
    volatile int stage, calls, undescribed, missing, turn, ends, short_of_memory;
    volatile u64 ticks;
    unsigned written;
    char text[ROOM];
} *shared;

static const struct function *current;
static u64 current_seed;
static FILE *report;
static jmp_buf skipped;

static void write_text(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (shared->written < ROOM - 4096) {
        int n = vsnprintf(shared->text + shared->written, ROOM - shared->written, format, list);
        shared->written += (unsigned)n;
    }
    va_end(list);
}

/* The call that is made. */
static struct arg given[SLOTS];
static int given_n;
static char *first[SLOTS], *last[SLOTS]; /* memory before and after, of SLOT bytes each */
static struct frame before_, after_;
static char result_text[60];
static int errno_before, errno_after, complained, allowed, called_n[2], recording;
static int closes[4], closes_n, may_call_[2];
static pid_t me;

static void describe(void)
{
    for (int i = 0; i < given_n; i++) {
        const struct arg *a = &given[i];
        struct slot *s = a->kind == 'p' ? slot_of(a->address) : NULL;
        if (a->kind == 'i')
            write_text(" %lld", a->number);
        else if (a->kind == 'r')
            write_text(" %Lg", a->real);
        else if (s == NULL)
            write_text(" %p", a->address);
        else {
            size_t n = (size_t)(s->base + SLOT - (char *)a->address);
            const char *p = first[s - slots] + ((char *)a->address - s->base);
            write_text(" [%zu]\"", n);
            for (size_t k = 0; k < n && k < 24; k++)
                write_text(p[k] >= 32 && p[k] < 127 ? "%c" : "\\%02x", (unsigned char)p[k]);
            write_text("\"");
        }
    }
}

void outside(const char *format, ...)
{
    va_list list;
    char text[500];
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (complained++ < 3) {
        write_text("outside %s %llu %d %s (errno %d, was %d; %s;", current->name, current_seed, shared->turn, text, errno_after, errno_before, result_text);
        describe();
        write_text(")\n");
    }
}

void not_described(void)
{
    shared->undescribed++;
    longjmp(skipped, 1);
}

void absent(void)
{
    shared->missing = 1;
    longjmp(skipped, 1);
}

static size_t used(const struct slot *s) { return (size_t)(s->base + SLOT - s->low); }

void before(const struct arg *args, int n)
{
    static const int numbers[] = {0, 0, 2, 5, 9, 11, 12, 22, 34, 133, 4242, -1};
    given_n = n;
    memcpy(given, args, (size_t)n * sizeof *args);
    complained = allowed = closes_n = called_n[0] = called_n[1] = may_call_[0] = may_call_[1] = 0;
    forget_blocks();
    for (int i = 0; i < SLOTS; i++)
        memcpy(first[i] + SLOT - used(&slots[i]), slots[i].low, used(&slots[i]));
    look(&before_);
    errno_before = errno_after = numbers[below(sizeof numbers / sizeof *numbers)];
    me = (pid_t)syscall(SYS_getpid);
    shared->stage = CALLING;
    in_call = 1;
    errno = errno_before;
}

void after(void)
{
    errno_after = errno;
    in_call = 0;
    if (syscall(SYS_getpid) != me)
        syscall(SYS_exit_group, 0); /* the child of a fork */
    shared->stage = CHECKING;
    shared->calls++;
    shared->ticks++;
    look(&after_);
    for (int i = 0; i < SLOTS; i++) {
        size_t n = used(&slots[i]);
        memcpy(last[i] + SLOT - n, slots[i].low, n);
        memcpy(slots[i].low, first[i] + SLOT - n, n);
    }
}

const void *seen(const void *p)
{
    struct slot *s = slot_of(p);
    return s == NULL ? p : last[s - slots] + ((const char *)p - s->base);
}

void written(void *p, num size)
{
    struct slot *s = slot_of(p);
    if (s == NULL || size <= 0)
        return;
    size = smaller(size, s->base + SLOT - (char *)p);
    memcpy(p, seen(p), (size_t)size);
}

void written_vector(void *p, num n)
{
    struct iovec *v = p;
    for (num i = 0; i < n && i < 64; i++)
        written(v[i].iov_base, (num)v[i].iov_len);
}

void written_text(void *p, num max, int width)
{
    struct slot *s = slot_of(p);
    if (s == NULL || max <= 0)
        return;
    const char *q = seen(p), zero[4] = {0};
    num room = s->base + SLOT - (char *)p;
    for (num n = 0; n < max && (n + 1) * width <= room; n++)
        if (memcmp(q + n * width, zero, (size_t)width) == 0) {
            written(p, (n + 1) * width);
            return;
        }
    outside("no text of less than %lld characters was written", (i64)max);
}

int is_text(const void *p, num max)
{
    if (p == NULL)
        return 0;
    size_t n = strlen(p); /* a crash is seen */
    return max < 0 || (num)n < max;
}

int is_texts(const void *p)
{
    if (p == NULL)
        return 0;
    for (char *const *t = p; *t != NULL; t++)
        is_text(*t, -1);
    return 1;
}

/* Storage stays where it is, can be read, and is none of the program. */
int is_static(const void *p, const char *object, num size)
{
    static struct { const char *object; const void *p; } known[16];
    volatile char sum = 0;
    int is_new_one;
    if (p == NULL || slot_of(p) != NULL)
        return 0;
    for (num i = 0; i < size; i++)
        sum = (char)(sum + ((const char *)p)[i]);
    (void)new_block(p, &is_new_one);
    for (int i = 0; i < 16; i++) {
        if (known[i].object != NULL && strcmp(known[i].object, object) == 0)
            return known[i].p == p;
        if (known[i].object == NULL) {
            known[i].object = object, known[i].p = p;
            break;
        }
    }
    return 1;
}

int is_new(const void *p, num size)
{
    int known;
    size_t n = new_block(p, &known);
    return p != NULL && known && (size < 0 || (num)n >= size);
}

int is_kept(const void *p)
{
    struct slot *s = slot_of(p);
    return s == NULL || s->kept;
}

int is_descriptor(i64 fd)
{
    if (fd < 0 || (fd < WATCHED && (before_.descriptor[fd] || !after_.descriptor[fd])))
        return 0;
    return 1;
}

void errno_kept(void)
{
    if (errno_after != errno_before)
        outside("errno is kept");
}

void errno_if(int cond)
{
    if (!cond)
        errno_kept();
    else if (errno_after < 1 || errno_after > 133)
        outside("errno is an error number");
}

void errno_to(const i64 *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i] == errno_after)
            return;
    outside("errno has a value that is not listed");
}

void may_close(i64 fd)
{
    if (closes_n < 4)
        closes[closes_n++] = (int)fd;
}

void must_free(const void *p)
{
    for (int i = 0; i < SLOTS; i++)
        if (p != NULL && slots[i].block == p && !slots[i].freed)
            outside("the block is freed");
        else if (p != NULL && slots[i].block == p)
            slots[i].block = NULL;
}

void may_keep(const void *p)
{
    struct slot *s = slot_of(p);
    if (s != NULL)
        s->kept = 1;
}

void may_call(const void *p)
{
    int i = which_function(p);
    if (i >= 0)
        may_call_[i] = 1;
}

void memory_is_short(void) { shared->short_of_memory = 1; }
void call_of_function(int which) { called_n[which]++; }
void may_change(int what) { allowed |= what; }
void may_end(void) { shared->ends = 1; }

static void compare_frame(void)
{
    /* Descriptors that a call keeps open for itself change nothing that a program can tell;
     * one that it closes is the one that is opened next. */
    for (int fd = 0; fd < 3 && !(allowed & DESCRIPTORS); fd++)
        if (before_.descriptor[fd] && !after_.descriptor[fd]) {
            int ok = 0;
            for (int i = 0; i < closes_n; i++)
                ok |= closes[i] == fd;
            if (!ok)
                outside("descriptor %d is kept open", fd);
        }
    if (before_.environment != after_.environment && !(allowed & ENVIRONMENT))
        outside("the environment is kept");
    if (before_.signals != after_.signals && !(allowed & SIGNALS))
        outside("dispositions and mask of signals are kept");
    if (before_.getopt != after_.getopt && !(allowed & GETOPT))
        outside("the variables of getopt are kept");
    if (before_.zone != after_.zone && !(allowed & ZONE))
        outside("timezone, daylight and tzname are kept");
    if (before_.variables != after_.variables && !(allowed & VARIABLES))
        outside("variables of the library are kept");
    if (before_.directory != after_.directory && !(allowed & DIRECTORY))
        outside("the working directory is kept");
    if (memcmp(before_.stream, after_.stream, sizeof before_.stream) != 0 && !(allowed & STREAMS))
        outside("the indicators of streams are kept");
}

static void compare_memory(void)
{
    for (int i = 0; i < SLOTS; i++) {
        const struct slot *s = &slots[i];
        size_t n = used(s);
        const char *want = s->low, *have = last[i] + SLOT - n;
        for (size_t k = 0; k < n; k++)
            if (want[k] != have[k]) {
                outside("memory is kept: byte %ld of argument %d was %02x, is %02x", (long)(s->low + k - (char *)s->value), i + 1,
                    (unsigned char)want[k], (unsigned char)have[k]);
                break;
            }
        if (s->block != NULL && s->freed)
            outside("the block of argument %d is kept", i + 1);
    }
    for (int i = 0; i < 2; i++)
        if (called_n[i] > 0 && !may_call_[i])
            outside("no function is called");
}

static int result_kind;
static num result_number;
static char result_bytes[32];
static const void *result_address;
void say_number(num v)
{
    result_kind = 'i', result_number = v;
    snprintf(result_text, sizeof result_text, "result %lld", (i64)v);
}
void say_address(const void *p)
{
    result_kind = 'p', result_address = p;
    snprintf(result_text, sizeof result_text, "result %p", p);
}
void say_real(const void *p, int size)
{
    result_kind = 'r';
    memset(result_bytes, 0, sizeof result_bytes);
    memcpy(result_bytes, p, (size_t)size);
}

static void record_bytes(const char *p, size_t n)
{
    for (size_t k = 0; k < n; k++)
        write_text("%02x", (unsigned char)p[k]);
}

/* Words that became addresses mean something only as places: in which argument, and where. */
static void record_addresses(const char *was, const char *is, size_t n)
{
    for (size_t k = 0; k + 8 <= n; k += 8) {
        u64 word;
        memcpy(&word, is + k, 8);
        struct slot *s = slot_of((void *)(uintptr_t)word);
        if (memcmp(was + k, is + k, 8) == 0)
            continue;
        if (s != NULL)
            write_text("@%zu,%ld,%ld", k, (long)(s - slots), (long)((char *)(uintptr_t)word - (char *)s->value));
        else if (word >> 40 >= 0x50 && word >> 40 <= 0x7f)
            write_text("@%zu,-1,0", k);
    }
}

/* Writes the call with all that was given and seen, if a program can be made of it. */
static void record(void)
{
    for (int i = 0; i < given_n; i++) {
        struct slot *s = given[i].kind == 'p' ? slot_of(given[i].address) : NULL;
        if (s != NULL && (s->kind != BYTES || s->base + SLOT - (char *)given[i].address > 400))
            return;
        if (given[i].kind == '?')
            return;
    }
    write_text("call %s %d %d", current->name, errno_before, errno_after);
    if (result_kind == 'i')
        write_text(" i%lld", (i64)result_number);
    else if (result_kind == 'r')
        write_text(" r"), record_bytes(result_bytes, 16);
    else if (result_kind == 'p' && slot_of(result_address) != NULL) {
        struct slot *s = slot_of(result_address);
        write_text(" a%ld:%ld", (long)(s - slots), (long)((const char *)result_address - (char *)s->value));
    } else
        write_text(result_kind != 'p' ? " -" : result_address == NULL ? " null" : " other");
    for (int i = 0; i < given_n; i++) {
        const struct arg *a = &given[i];
        struct slot *s = a->kind == 'p' ? slot_of(a->address) : NULL;
        if (a->kind == 'i')
            write_text(" i%lld", a->number);
        else if (a->kind == 'r')
            write_text(" r%La", a->real);
        else if (s != NULL) {
            size_t n = (size_t)(s->base + SLOT - (char *)a->address), at = SLOT - n;
            write_text(" m");
            record_bytes(first[s - slots] + at, n);
            write_text(":");
            record_bytes(last[s - slots] + at, n);
            write_text("/");
            record_addresses(first[s - slots] + at, last[s - slots] + at, n);
        } else {
            int k = 0;
            while (k < streams_n && streams[k] != a->address)
                k++;
            if (a->address == NULL)
                write_text(" null");
            else if (k < streams_n && stream_text[k] != NULL)
                write_text(" s"), record_bytes(stream_text[k], strlen(stream_text[k]));
            else
                write_text(" ?");
        }
    }
    write_text("\n");
}

void end_of_call(void)
{
    if (!(allowed & ANYTHING)) {
        compare_memory();
        compare_frame();
    }
    if (recording && !complained)
        record();
    for (int fd = 15; fd < WATCHED; fd++)
        if (after_.descriptor[fd])
            syscall(SYS_close, fd);
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].block != NULL && !slots[i].freed)
            free(slots[i].block);
}

static void nothing(int s) { (void)s; }

/* A process: calls of one function, one behind the other. */
static void process(int from, int calls, int clock, int plain)
{
    seed_dice(current_seed ^ (u64)from << 32);
    char name[64];
    snprintf(name, sizeof name, "%d", (int)syscall(SYS_getpid));
    if (mkdir(name, 0777) != 0 || chdir(name) != 0)
        _exit(9);
    setsid(); /* signals to a group go no further */
    make_slots();
    make_world(plain);
    for (int i = 0; i < SLOTS; i++) {
        first[i] = mmap(NULL, SLOT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        last[i] = mmap(NULL, SLOT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    if (clock) { /* calls that wait are interrupted */
        struct sigaction a = {.sa_handler = nothing};
        struct itimerval t = {{0, 30000}, {0, 20000}};
        sigaction(SIGALRM, &a, NULL);
        setitimer(ITIMER_REAL, &t, NULL);
    }
    for (int i = from; i < from + calls; i++) {
        shared->turn = i;
        shared->stage = DRAWING;
        shared->ends = result_kind = result_text[0] = 0;
        clear_slots();
        if (setjmp(skipped) == 0)
            current->call();
        in_call = 0;
        if (shared->missing)
            break;
    }
    syscall(SYS_exit_group, 0);
}

/* Waits for a process; 1 if it had to be ended because it no longer went on. */
static int waited(pid_t p, int *status)
{
    int fd = (int)syscall(SYS_pidfd_open, p, 0), blocked = 0;
    u64 ticks = shared->ticks;
    struct pollfd f = {fd, POLLIN, 0};
    while (poll(&f, 1, 150) == 0) {
        if (ticks == shared->ticks) {
            kill(p, SIGKILL);
            blocked = 1;
            break;
        }
        ticks = shared->ticks;
    }
    waitpid(p, status, 0);
    close(fd);
    if (getpid() == 1) /* of a name space of our own: what the call started is left to us */
        kill(-1, SIGKILL);
    while (waitpid(-1, NULL, getpid() == 1 ? 0 : WNOHANG) > 0)
        continue;
    return blocked;
}

static const char *stage_names[] = {"before the call, in the harness", "in the call", "behind the call"};

struct counts { long calls, blocked, ended, undescribed; };

/* What became of a process that did not come to its end. */
static void judge(int status, int blocked, struct counts *c)
{
    int stage = shared->stage;
    errno_after = 0;
    given_n = stage == DRAWING ? 0 : given_n;
    complained = 0;
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (blocked || signal == SIGKILL)
        c->blocked++;
    else if (signal == SIGALRM || (stage == CALLING && (shared->ends || signal == SIGPIPE)))
        c->ended++;
    else if (stage == CALLING && shared->short_of_memory) /* glibc has such defects, also in later calls */
        c->ended++;
    else if (signal != 0)
        fprintf(report, "outside %s %llu %d signal %d %s\n", current->name, current_seed, shared->turn, signal, stage_names[stage]);
    else if (stage == CALLING)
        fprintf(report, "outside %s %llu %d the program ended with status %d\n", current->name, current_seed, shared->turn, WEXITSTATUS(status));
    else if (WEXITSTATUS(status) != 0)
        fprintf(report, "outside %s %llu %d status %d %s\n", current->name, current_seed, shared->turn, WEXITSTATUS(status), stage_names[stage]);
}

static u64 hash(const char *s)
{
    u64 h = 14695981039346656037u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 1099511628211u;
    return h;
}

static int drop; /* run as nobody */

/* Calls of one process from a turn on; returns the turn behind the last one. */
static int some(int from, int n, int clock, struct counts *c)
{
    memset(shared, 0, offsetof(struct shared, text));
    shared->turn = from;
    fflush(report);
    pid_t p = fork();
    if (p < 0)
        perror("harness: fork"), exit(2);
    if (p == 0) {
        if (drop && (setresgid(65534, 65534, 65534) != 0 || setresuid(65534, 65534, 65534) != 0))
            _exit(9);
        prctl(PR_SET_DUMPABLE, 1);
        fclose(report);
        process(from, n, clock, recording || (current->flags & WIDE));
    }
    int status, blocked = waited(p, &status);
    c->calls += shared->calls;
    c->undescribed += shared->undescribed;
    fwrite(shared->text, 1, shared->written, report);
    int done = WIFEXITED(status) && WEXITSTATUS(status) == 0 && shared->stage != CALLING && !blocked;
    if (!done) {
        if (shared->stage == CALLING)
            c->calls++;
        judge(status, blocked, c);
    }
    return done ? from + n : shared->turn + 1;
}

enum { TOGETHER = 40, PATIENCE = 6 };

static void try(const struct function *f, u64 seed, int calls, int recorded)
{
    struct counts c = {0};
    int missing = 0, together = f->flags & ONCE ? 1 : TOGETHER;
    current = f;
    current_seed = seed ^ hash(f->name);
    for (int at = 0; at < calls && !missing && c.blocked < PATIENCE;) {
        int n = calls - at < together ? calls - at : together;
        at = some(at, n, c.blocked > 0, &c);
        missing = shared->missing;
    }
    recording = 1;
    for (int k = 0; k < recorded && !missing && c.blocked < PATIENCE; k++)
        some(calls + k, 1, 0, &c);
    recording = 0;
    fprintf(report, "counts %s %ld %ld %ld %ld %d\n", f->name, c.calls, c.blocked, c.ended, c.undescribed, missing);
    fflush(report);
}

/* Takes away what calls left. */
static void clean(void)
{
    if (system("rm -rf -- [0-9]*") != 0)
        perror("harness: rm");
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    u64 seed = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u;
    int spaces = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNS;
    drop = geteuid() == 0;
    if (unshare(drop ? spaces : spaces | CLONE_NEWUSER) == 0) {
        pid_t p = fork();
        int status;
        if (p > 0) {
            waitpid(p, &status, 0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        }
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    report = fdopen(dup(1), "w"); /* the standard streams are for the calls */
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0, tried = 0; i < functions_n; i++) {
        int asked = argc == 4;
        for (int k = 4; k < argc; k++)
            asked |= strcmp(argv[k], functions[i].name) == 0;
        if (asked)
            try(&functions[i], seed, atoi(argv[2]), atoi(argv[3]));
        if (asked && ++tried % 64 == 0)
            clean();
    }
    clean();
    return 0;
}
