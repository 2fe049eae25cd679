/* Traps for interpolants (design page engine, state): everything that can
   influence the future is state, also what the library keeps: the position of
   a stream and its end, errno, the memory behind realloc. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

/* One of two things; which one is visited first is tested both ways. */
#ifndef FLIP
#define FLIP 0
#endif
#define EITHER(a, b)              \
  do {                            \
    if (__VERIFIER_nondet_bool()) \
      if (FLIP)                   \
        a;                        \
      else                        \
        b;                        \
    else if (FLIP)                \
      b;                          \
    else                          \
      a;                          \
  } while (0)

static void T(void) {}

/* Paths that have read different numbers of characters. */
static void position(void) {
  int first;
  EITHER(first = getchar(), first = 'x');
  int second = getchar();
  if (first == 'a' && second == 'b')
    T(); // @reachable reached
  if (first == 'x' && second == 'x')
    T(); // @reachable reached
}

/* After the end there is nothing more. */
static void end(void) {
  int ended = 0;
  if (__VERIFIER_nondet_bool())
    ended = getchar() == EOF && feof(stdin);
  int c = getchar();
  if (ended && c != EOF)
    T(); // @unreachable reached
  if (!ended && c == EOF)
    T(); // @reachable reached
}

/* A failing conversion leaves the character. */
static void conversion(void) {
  int n = 0, r = 1;
  EITHER(r = scanf("%d", &n), (void)0);
  int failed = ferror(stdin);
  int c = getchar();
  if (r == 0 && c == 'x')
    T(); // @reachable reached
  if (r == 0 && !failed && c == '5')
    T(); // @unreachable reached
  if (r == 1 && c == '5')
    T(); // @reachable reached
}

/* errno keeps what the last failing call left. */
static void error_number(void) {
  errno = 0;
  EITHER(strtol("99999999999999999999", 0, 10), (void)0);
  if (errno == ERANGE)
    T(); // @reachable reached
  if (errno != ERANGE && errno != 0)
    T(); // @unreachable reached
}

/* A block that realloc moved, or not. */
static void moved(void) {
  char *p = calloc(2, 1);
  if (!p)
    return;
  p[1] = 1;
  if (FLIP == __VERIFIER_nondet_bool()) {
    char *q = realloc(p, 4);
    if (q) {
      q[3] = 2;
      p = q;
    }
  }
  if (p[1] != 1)
    T(); // @unreachable reached
  p[3] = 3; // @reachable out-of-bounds
  if (p[3] == 3)
    T(); // @reachable reached
  free(p);
}

/* A string that ends earlier on one side. */
static void string(void) {
  char s[4] = "abc";
  EITHER(s[1] = 0, (void)0);
  if (strlen(s) == 1)
    T(); // @reachable reached
  if (strlen(s) == 2)
    T(); // @unreachable reached
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: position(); break;
  case 1: end(); break;
  case 2: conversion(); break;
  case 3: error_number(); break;
  case 4: moved(); break;
  case 5: string(); break;
  }
  return 0;
}
