#include "catalogue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char target[8], source[16] = "0123456789";

static void copy_true(unsigned n)
{
    if (some())
        n = 9;
    else
        n = 8;
    memcpy(target, source, n); // T copy
}

static void copy_false(unsigned n)
{
    if (never())
        n = 9;
    else
        n = 8;
    memcpy(target, source, n); // F copy
}

/* The source is too short, the destination is not. */
static void from_true(unsigned n)
{
    char big[32];
    if (some())
        n = 17;
    else
        n = 16;
    memcpy(big, source, n); // T from; F into
}

static void from_false(unsigned n)
{
    char big[32];
    if (never())
        n = 17;
    else
        n = 16;
    memcpy(big, source, n); // F from
}

/* The destination is too short, the source is not. */
static void into_true(unsigned n)
{
    char small[4];
    if (some())
        n = 5;
    else
        n = 4;
    memcpy(small, source, n); // T into; F from
}

static void fill_true(unsigned n)
{
    if (some())
        n = 9;
    else
        n = 8;
    memset(target, 0, n); // T fill
}

static void fill_false(unsigned n)
{
    if (never())
        n = 9;
    else
        n = 8;
    memset(target, 0, n); // F fill
}

static void string_true(const char *s)
{
    if (some())
        s = "12345678";
    else
        s = "1234567";
    strcpy(target, s); // T string; F origin
}

static void string_false(const char *s)
{
    if (never())
        s = "12345678";
    else
        s = "1234567";
    strcpy(target, s); // F string
}

static void origin_true(void)
{
    char s[4] = { 'a', 'b', 'c', 0 }, t[8];
    if (some())
        s[3] = 'd';
    strcpy(t, s); // T origin; F string
}

static size_t length_true(void)
{
    char s[4] = { 'a', 'b', 'c', 0 };
    if (some())
        s[3] = 'd';
    return strlen(s); // T length
}

static size_t length_false(void)
{
    char s[4] = { 'a', 'b', 'c', 0 };
    if (never())
        s[3] = 'd';
    return strlen(s); // F length
}

static size_t null_true(const char *s)
{
    if (some())
        s = NULL;
    else
        s = "abc";
    return strlen(s); // T null
}

static size_t null_false(const char *s)
{
    if (never())
        s = NULL;
    else
        s = "abc";
    return strlen(s); // F null
}

static void overlap_true(int k)
{
    if (k < 0 || k > 4)
        return;
    memcpy(source, source + k, 4); // T overlap
}

static void overlap_false(int k)
{
    if (k < 4 || k > 8)
        return;
    memcpy(source, source + k, 4); // F overlap
}

static void print_true(int n)
{
    if (n < 0)
        return;
    sprintf(target, "%d", n); // T print
}

static void print_false(int n)
{
    if (n < 0 || n > 9999999)
        return;
    sprintf(target, "%d", n); // F print
}

static void word_true(void)
{
    if (scanf("%8s", target) == 1) // T scan
        target[0] = 'a';
}

static void word_false(void)
{
    if (scanf("%7s", target) == 1) // F scan
        target[0] = 'a';
}

static int number_true(const char *s)
{
    if (some())
        s = NULL;
    else
        s = "12";
    return atoi(s); // T number
}

static int number_false(const char *s)
{
    if (never())
        s = NULL;
    else
        s = "12";
    return atoi(s); // F number
}

/* An error of another call on the line, or of another kind, is no answer. */
static size_t beside_false(unsigned n, const char *s)
{
    if (n > 20)
        return 0;
    memset(target, 1, n); return strlen(s); // F length; T beside
}

static void release_true(void)
{
    char *p = malloc(4);
    if (some())
        p = target;
    free(p); // T release
}

static void release_false(void)
{
    char *p = malloc(4);
    if (never())
        p = target;
    free(p); // F release
}

static void onto_itself_true(void)
{
    sprintf(target, "%s.", some() ? target : "a"); // T itself
}

static void onto_itself_false(void)
{
    sprintf(target, "%s.", never() ? target : "a"); // F itself
}

int main(void)
{
    switch (any()) {
    case 1: copy_true(0); break;
    case 2: copy_false(0); break;
    case 3: from_true(0); break;
    case 4: from_false(0); break;
    case 5: into_true(0); break;
    case 6: fill_true(0); break;
    case 7: fill_false(0); break;
    case 8: string_true(""); break;
    case 9: string_false(""); break;
    case 10: origin_true(); break;
    case 11: return (int)length_true();
    case 12: return (int)length_false();
    case 13: return (int)null_true("");
    case 14: return (int)null_false("");
    case 15: overlap_true(any()); break;
    case 16: overlap_false(any()); break;
    case 17: print_true(any()); break;
    case 18: print_false(any()); break;
    case 19: word_true(); break;
    case 20: word_false(); break;
    case 21: return number_true("");
    case 22: return number_false("");
    case 23: return (int)beside_false((unsigned)any(), source);
    case 24: release_true(); break;
    case 25: release_false(); break;
    case 26: onto_itself_true(); break;
    case 27: onto_itself_false(); break;
    }
    return 0;
}
