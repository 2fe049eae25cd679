/* Models that are made from specifications (engine/libc/spec). */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
static void here(void) { }

/* What a failing call leaves alone is not written. */
static void written(const char *path)
{
    struct stat s;
    int r;
    errno = 0;
    r = stat(path, &s);
    if (r != 0 && r != -1)
        here(); // @unreachable
    if (r == -1 && errno == 0)
        here(); // @unreachable
    if (r == -1 && errno == ENOENT)
        here(); // @reachable
    if (r == 0 && errno != 0)
        here(); // @unreachable
    if (r == 0 && s.st_size == 77)
        here(); // @reachable
    if (r == -1 && memcmp(&s, "x", 1) == 0) // @reachable uninitialised-read
        putchar('0');
}

/* Sizes by other arguments. */
static void ranges(int fd)
{
    char buf[4];
    ssize_t n = recv(fd, buf, sizeof buf, 0);
    if (n > 4 || n < -1)
        here(); // @unreachable
    if (n == 4 && buf[3] == 'x')
        here(); // @reachable
    n = readlink("x", buf, 3);
    if (n > 3)
        here(); // @unreachable
    if (n == 3)
        here(); // @reachable
    recv(fd, buf, 5, 0); // @reachable out-of-bounds
}

/* Storage of the library's own is the same at each call, and not the caller's. */
static void own(void)
{
    struct passwd *p = getpwnam("root");
    if (p == NULL) {
        here(); // @reachable
        return;
    }
    if (strcmp(p->pw_name, "a") == 0)
        here(); // @reachable
    free(p); // @reachable bad-free
}

static void shared(void)
{
    struct in_addr a = {1}, b = {2};
    char *p = inet_ntoa(a);
    if (p == NULL)
        here(); // @unreachable
    if (p != inet_ntoa(b))
        here(); // @unreachable
    if (p[0] == '2')
        here(); // @reachable
}

/* What is new is the caller's. */
static void opened(void)
{
    DIR *d = opendir(".");
    if (d == NULL)
        return;
    struct dirent *e = readdir(d);
    if (e == NULL)
        here(); // @reachable
    else if (e->d_name[0] == 'x')
        here(); // @reachable
    closedir(d);
    closedir(d); // @reachable double-free
}

static void mapped(void)
{
    char *p = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        here(); // @reachable
        return;
    }
    p[15] = 1;
}

static void waited(void)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        here(); // @reachable
    if (child < -1)
        here(); // @unreachable
    if (waitpid(child, &status, 0) < 0)
        return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
        here(); // @reachable
}

int main(int argc, char **argv)
{
    switch (argc) {
    case 1: written(argv[0]); break;
    case 2: ranges(3); break;
    case 3: waited(); break;
    case 4: shared(); break;
    }
    if (argc > 1 && argv[1][0] == 'o')
        own();
    if (argc > 1 && argv[1][0] == 'd')
        opened();
    if (argc > 1 && argv[1][0] == 'm')
        mapped();
    return 0;
}
