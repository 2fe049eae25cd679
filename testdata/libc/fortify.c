/* Checks of _FORTIFY_SOURCE: what goes beyond the size that they are told ends the program,
 * though the object has room; what goes beyond the object is the error that it is anyway. */
#include <stddef.h>
#include <stdio.h>
static void here(void) { }

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
char *__fgets_chk(char *, size_t, int, FILE *);
long __read_chk(int, void *, size_t, size_t);

static struct { char name[8], rest[24]; } it;

int main(void)
{
    switch (getchar()) {
    case 1:
        __memcpy_chk(it.name, "1234567", 8, 8);
        here(); // @reachable
        __memcpy_chk(it.name, "123456789", 9, 8);
        here(); // @unreachable
        break;
    case 2:
        __strcpy_chk(it.name, "1234567", 8);
        here(); // @reachable
        __strcat_chk(it.name, "8", 8);
        here(); // @unreachable
        break;
    case 3:
        __sprintf_chk(it.name, 1, 8, "%d", 1234567);
        here(); // @reachable
        __sprintf_chk(it.name, 1, 8, "%d", 12345678);
        here(); // @unreachable
        break;
    case 4:
        __snprintf_chk(it.name, 8, 1, 8, "x");
        here(); // @reachable
        __snprintf_chk(it.name, 9, 1, 8, "x");
        here(); // @unreachable
        break;
    case 5:
        if (__fgets_chk(it.name, 8, 20, stdin) != NULL && it.name[6] == 'x')
            here(); // @reachable
        if (it.rest[0] != 0)
            here(); // @unreachable
        break;
    case 6:
        __read_chk(0, it.name, 9, 8);
        here(); // @unreachable
        break;
    case 7:
        __strncpy_chk(it.name, "x", 9, 8);
        here(); // @unreachable
        break;
    case 8:
        __memset_chk(it.name, 1, sizeof it + 1, 8); // @reachable out-of-bounds
        here(); // @unreachable
        break;
    }
    return 0;
}
