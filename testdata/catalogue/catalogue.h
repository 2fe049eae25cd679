/* What the programs of the catalogue share. Each line that an alarm is about ends in a
 * comment: T and a name where some run commits the violation, F and the same name where
 * none does. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

extern int __VERIFIER_nondet_int(void);

/* 1 in some runs. */
static inline int some(void) { return __VERIFIER_nondet_int() == 5; }

/* 1 in no run, which takes some arithmetic to see: no square leaves 2. */
static inline int never(void)
{
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    return x * x % 4u == 2u;
}

/* A number that no analyzer knows. */
static inline int any(void) { return __VERIFIER_nondet_int(); }

#endif
