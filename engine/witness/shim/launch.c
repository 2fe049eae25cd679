/* Starts a program under limits and in namespaces of its own, and reports how
 * it ended on descriptor 3.
 *
 *   launch DATA_MIB CPU_SECONDS PROCESSES WORKDIR PROGRAM ARGV0 [ARG]...
 *
 * DATA_MIB 0 sets no limit on memory (AddressSanitizer's shadow needs
 * terabytes of address space and enforces a limit of its own). Lines written:
 * "left WHAT" for each piece of isolation the system refuses, "exit N" or
 * "signal N" at the end, "failed WHAT" when the program could not be started. SIGTERM ends the
 * program and what is left of its process group.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define STATUS_FD 3
#define NOBODY 65534
#define STACK_BYTES ((rlim_t)64 << 20)
#define FILE_BYTES ((rlim_t)64 << 20)

static void report(const char *fmt, ...)
{
    char buf[256];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(buf, sizeof buf - 1, fmt, ap);
    va_end(ap);
    if (n > (int)sizeof buf - 2)
        n = sizeof buf - 2;
    buf[n++] = '\n';
    if (write(STATUS_FD, buf, n) < 0)
        _exit(125);
}

static void put(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (write(fd, text, strlen(text)) < 0)
        report("left %s could not be written: %s", path, strerror(errno));
    close(fd);
}

/* As an ordinary user every other namespace needs a user namespace first. */
static int enter_user(void)
{
    char map[64];
    unsigned uid = getuid(), gid = getgid();
    if (unshare(CLONE_NEWUSER) != 0) {
        report("left user namespace refused (%s): network, processes and files of the user are within reach", strerror(errno));
        return 0;
    }
    put("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "%u %u 1", uid, uid);
    put("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "%u %u 1", gid, gid);
    put("/proc/self/gid_map", map);
    return 1;
}

/* Everything read-only except the working directory. */
static void restrict_files(const char *dir)
{
    struct mount_attr ro = { .attr_set = MOUNT_ATTR_RDONLY };
    struct mount_attr rw = { .attr_clr = MOUNT_ATTR_RDONLY };
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount(dir, dir, NULL, MS_BIND, NULL) != 0 ||
        syscall(SYS_mount_setattr, -1, "/", AT_RECURSIVE, &ro, sizeof ro) != 0) {
        report("left read-only file system refused (%s)", strerror(errno));
        return;
    }
    if (syscall(SYS_mount_setattr, -1, dir, 0, &rw, sizeof rw) != 0)
        report("failed to keep the working directory writable: %s", strerror(errno));
}

static void isolate(const char *dir)
{
    static const struct { int flag; const char *text; } spaces[] = {
        { CLONE_NEWPID, "process namespace refused (%s): processes that leave their group may survive" },
        { CLONE_NEWNET, "network namespace refused (%s): the network is within reach" },
        { CLONE_NEWIPC, "IPC namespace refused (%s)" },
        { CLONE_NEWUTS, "host name namespace refused (%s)" },
    };
    if (geteuid() != 0 && !enter_user())
        return;
    for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (unshare(spaces[i].flag) != 0) {
            char text[200];
            snprintf(text, sizeof text, spaces[i].text, strerror(errno));
            report("left %s", text);
        }
    if (unshare(CLONE_NEWNS) != 0)
        report("left mount namespace refused (%s): files of the user can be written", strerror(errno));
    else
        restrict_files(dir);
}

static void limit(int what, rlim_t n)
{
    struct rlimit r;
    if (getrlimit(what, &r) != 0)
        return;
    if (r.rlim_max != RLIM_INFINITY && n > r.rlim_max)
        n = r.rlim_max;
    r.rlim_cur = r.rlim_max = n;
    setrlimit(what, &r);
}

/* A limit on processes does not bind root, so root's programs run as nobody
 * where nobody may execute them. */
static void drop_root(const char *prog)
{
    if (getuid() != 0)
        return;
    int ok = seteuid(NOBODY) == 0 && faccessat(AT_FDCWD, prog, X_OK, AT_EACCESS) == 0;
    if (seteuid(0) != 0 || !ok || setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
        report("left the program runs as root: the temporary directory is closed to other users");
}

/* The program has a process group of its own: what it sends to its group
 * must not reach its supervisor. */
static void run(char **argv)
{
    rlim_t data = strtoul(argv[1], NULL, 10);
    const char *dir = argv[4], *prog = argv[5];
    sigset_t none;
    drop_root(prog);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_STACK, STACK_BYTES);
    limit(RLIMIT_FSIZE, FILE_BYTES);
    limit(RLIMIT_CPU, strtoul(argv[2], NULL, 10));
    limit(RLIMIT_NPROC, strtoul(argv[3], NULL, 10));
    if (data != 0)
        limit(RLIMIT_DATA, data << 20);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGTERM, SIG_DFL);
    if (chdir(dir) == 0)
        execv(prog, argv + 6);
    report("failed to start: %s", strerror(errno));
    _exit(126);
}

static int program; /* process id */

static void stop(int sig)
{
    (void)sig;
    kill(-program, SIGKILL);
    _exit(0);
}

/* The first process of a process namespace ignores most signals, so it only
 * waits; when it ends the kernel kills what the program left behind. */
static void supervise(char **argv)
{
    int status;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    program = fork();
    if (program == 0)
        run(argv);
    if (program < 0) {
        report("failed to fork: %s", strerror(errno));
        _exit(126);
    }
    setpgid(program, program);
    signal(SIGTERM, stop);
    while (wait(&status) != program)
        ;
    kill(-program, SIGKILL);
    if (WIFSIGNALED(status))
        report("signal %d", WTERMSIG(status));
    else
        report("exit %d", WEXITSTATUS(status));
    _exit(0);
}

int main(int argc, char **argv)
{
    int pid;
    if (argc < 7)
        return 125;
    fcntl(STATUS_FD, F_SETFD, FD_CLOEXEC);
    signal(SIGTERM, SIG_IGN);
    if (personality(ADDR_NO_RANDOMIZE) == -1)
        report("left address randomisation stays on (%s): runs may differ", strerror(errno));
    isolate(argv[4]);
    pid = fork();
    if (pid == 0)
        supervise(argv);
    if (pid < 0) {
        report("failed to fork: %s", strerror(errno));
        return 126;
    }
    waitpid(pid, NULL, 0);
    return 0;
}
