/* roman.c - convert between decimal and roman numerals.
 * One number per line on standard input; decimal numbers become roman,
 * roman numerals become decimal. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int value;
    const char *text;
} steps[] = {
    { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" },
    {  100, "C" }, {  90, "XC" }, {  50, "L" }, {  40, "XL" },
    {   10, "X" }, {   9, "IX" }, {   5, "V" }, {   4, "IV" },
    {    1, "I" }
};

#define NSTEPS ((int) (sizeof steps / sizeof steps[0]))
#define ROMAN_MAX 16            /* MMMDCCCLXXXVIII and the final zero */

/* n is between 1 and 3999, out has room for ROMAN_MAX characters */
static void to_roman(int n, char *out)
{
    int i;

    out[0] = '\0';
    for (i = 0; i < NSTEPS; i++) {
        while (n >= steps[i].value) {
            strcat(out, steps[i].text);
            n -= steps[i].value;
        }
    }
}

static int letter_value(char c)
{
    switch (c) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    case 'C': return 100;
    case 'D': return 500;
    case 'M': return 1000;
    }
    return 0;
}

/* The value of a roman numeral, or -1 if it is not one. */
static int from_roman(const char *text)
{
    char word[ROMAN_MAX], check[ROMAN_MAX];
    int i, len, total = 0;

    strncpy(word, text, sizeof word);
    for (i = 0; word[i] != '\0'; i++)
        word[i] = (char) toupper((unsigned char) word[i]);
    len = i;

    for (i = 0; i < len; i++) {
        int here = letter_value(word[i]);
        int next = i + 1 < len ? letter_value(word[i + 1]) : 0;

        if (here == 0)
            return -1;
        if (here < next)
            total -= here;
        else
            total += here;
    }
    if (total < 1 || total > 3999)
        return -1;

    /* Reject forms such as IIII or VX: writing it back must give it. */
    to_roman(total, check);
    return strcmp(check, word) == 0 ? total : -1;
}

static char *trim(char *s)
{
    size_t n;

    while (isspace((unsigned char) *s))
        s++;
    n = strlen(s);
    while (n > 0 && isspace((unsigned char) s[n - 1]))
        n--;
    s[n] = '\0';
    return s;
}

int main(void)
{
    char line[100], out[ROMAN_MAX];
    int failures = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        char *s = trim(line);

        if (*s == '\0')
            continue;
        if (isdigit((unsigned char) *s)) {
            char *end;
            long n = strtol(s, &end, 10);

            if (*end != '\0' || n < 1 || n > 3999) {
                printf("%s: out of range\n", s);
                failures = 1;
                continue;
            }
            to_roman((int) n, out);
            printf("%ld = %s\n", n, out);
        } else {
            int n = from_roman(s);

            if (n < 0) {
                printf("%s: not a roman numeral\n", s);
                failures = 1;
            } else {
                printf("%s = %d\n", s, n);
            }
        }
    }
    return failures;
}
