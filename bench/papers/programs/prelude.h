/* What every program uses, for the three ways to look at it: the engine, CBMC
 * (the label TARGET, or all if that is not defined), and a native run (inputs
 * from standard input, the label on standard output). */
extern int __VERIFIER_nondet_int(void);
#if defined __CPROVER__
extern void abort(void);
#define assume(c) __CPROVER_assume(c)
#ifdef TARGET
#define ASKED(n) ((n) == TARGET)
#else
#define ASKED(n) 1
#endif
#define ERROR(n)                                                               \
    do {                                                                       \
        if (ASKED(n))                                                          \
            __CPROVER_assert(0, "label " #n);                                  \
        __CPROVER_assume(0);                                                   \
    } while (0)
#elif defined NATIVE
extern void exit(int);
extern int printf(const char *, ...);
#define assume(c) ((c) ? (void)0 : exit(0))
#define ERROR(n) (printf("%d\n", n), exit(0))
#else
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
#define assume(c) __VERIFIER_assume(c)
#define ERROR(n) (error_##n(), __VERIFIER_error())
#endif
