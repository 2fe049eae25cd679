/* Fields of a line by a format that is known: what each character of it asks for is
 * an argument of its own, and every way out of a scope leads through one block. */
#include <stdarg.h>
#include <stdio.h>

static int scan(const char *s, const char *format, ...)
{
    int done = 0, blanks = 0;
    va_list ap;
    va_start(ap, format);
    while (*format) {
        switch (*format++) {
        case 'n': {
            int n = 0;
            {
                int digits[1] = {0};
                while (*s >= '0' && *s <= '9') {
                    n = *s++ - '0';
                    digits[0] = 1;
                }
                if (!digits[0])
                    goto failed;
            }
            *va_arg(ap, int *) = n; // @unreachable out-of-bounds
        } break;
        case 'c': {
            char c = 0;
            {
                char seen[1] = {*s};
                if (seen[0] == '\n')
                    goto failed;
                c = seen[0];
            }
            *va_arg(ap, char *) = c; // @unreachable out-of-bounds
        } break;
        }
        if (*s == ' ' || *s == '\t')
            blanks++;
        while (*s && *s != ',')
            s++; // @unreachable out-of-bounds
        if (*s)
            s++;
    }
    done = 1 + (blanks > 0);
failed:
    va_end(ap);
    return done;
}

int main(void)
{
    char line[80];
    int digit[10] = {0};
    while (fgets(line, sizeof line, stdin)) {
        char c, d;
        int i, j, k, l;
        if (scan(line, "cnnncnc", &c, &i, &j, &k, &d, &l, &c)) {
            digit[i] += c; // @unreachable out-of-bounds
            digit[l] += d; // @unreachable uninitialised-read
            digit[l + 1] += k; // @unproved out-of-bounds
        }
    }
    return digit[1];
}
