/* Processes: both sides of a fork. */
#include <sys/wait.h>
#include <unistd.h>
static void here(void) { }

int main(void)
{
    pid_t own = getpid(), child = fork();
    if (child == -1)
        here(); // @reachable
    if (child == 0 && getpid() == own)
        here(); // @unreachable
    if (child == own)
        here(); // @unreachable
    if (child > 0) {
        int status = 0;
        if (getpid() != own)
            here(); // @unreachable
        if (waitpid(child, &status, 0) == -1)
            here(); // @reachable
        if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
            here(); // @reachable
    }
    if (child == 0)
        _exit(3);
    if (child == 0)
        here(); // @unreachable
    if (getpid() != getpid())
        here(); // @unreachable
    return 0;
}
