/* The intrinsics on which assay's library models are written.
 *
 * A model is ordinary C, compiled to LLVM IR with the flags of the program it
 * is linked to and executed like the program. An error inside a model belongs
 * to the call of the user's program that led there. Models may use nothing but
 * each other and these functions, which the engine itself executes
 * (engine/exec/builtin.go). Their parameters must be known values unless the
 * text says otherwise. */
#ifndef ASSAY_H
#define ASSAY_H

typedef __SIZE_TYPE__ assay_size;

/* 1 where the environment makes the operation `key` ("malloc", "read" …) fail,
 * 0 where it does not: both ways are explored, unless --assume key switches
 * the failure off. A native replay is told the answer under the same key. */
int __assay_choose(const char *key);

/* Any value of `bits` (≤ bits of long) bits, zero-extended. A native replay is
 * told the value under the key. */
long __assay_nondet(int bits, const char *key);

/* The next byte of standard input: 0…255, or -1 at its end. A model must not
 * ask again after -1. */
int __assay_input(void);

/* A number that stands next in standard input as text, for a conversion such
 * as "d", "u", "x", "o", "i" of `bits` bits (8, 16, 32, 64): any value. For d
 * and i it is sign-extended to long, for the others zero-extended. White space
 * in front is understood. What follows the number is the model's to restrict:
 * the next byte cannot continue it. */
long __assay_input_number(int bits, const char *conversion);

/* Text number i of the environment (0…7): of any length that the platform allows,
 * the same for the whole run, never written to. NULL where the engine has none: the
 * model then makes one of at most `most` bytes and meets a bound at longer ones. */
char *__assay_text(int i, int most);

/* Restricts the path to those on which cond (may be unknown) is not 0. */
void __assay_assume(int cond);

/* A fresh heap object of size bytes (may be unknown), zeroed or unwritten.
 * Never fails; choose before. */
void *__assay_alloc(assay_size size, int zero);

/* Ends the life of a heap object; p is not null. Freeing anything else is a
 * bad free, freeing again a double free. */
void __assay_free(void *p);

/* The same for p, and then the life of by begins, a block that the program has not seen yet:
 * it may lie where p lay. */
void __assay_replace(void *p, const void *by);

/* Bytes from p to the end of its live object (may be unknown); 0 for others. */
assay_size __assay_room(const void *p);

/* Byte i behind p without checks and without forking: 0…255; 0 where there is
 * none. i may be unknown. What a model then relies on, it must read as C does. */
int __assay_peek(const char *p, assay_size i);

/* Checks, without forking, that an initialised NUL stands among the first max
 * bytes at p, before the end of the object. */
void __assay_check_string(const char *p, assay_size max);

/* The argument of a number is to be a text, however much of it the function reads. Asked for
 * where an alarm is about that, and no error otherwise. */
void __assay_expect_text(const char *p, int argument);

/* memcpy (apart = 1: ranges must not overlap, nor be the same) and memmove; n may be
 * unknown. */
void __assay_copy(void *dst, const void *src, assay_size n, int apart);

/* memset; byte and n may be unknown. */
void __assay_fill(void *dst, int byte, assay_size n);

/* n bytes at p (n may be unknown) become any values: what a library writes that its model
 * does not compute. */
void __assay_any(void *p, assay_size n);

/* The library has p from now on: it may read and write what p leads to, and return p,
 * whenever code runs that is not there. */
void __assay_keep(const void *p);

/* The block of p is state of the models, as their variables are: code that is not there
 * changes it as __model_unknown says. The program has its address; what it reads or writes
 * there is undecided. */
void __assay_private(void *p);

/* NULL, a pointer into what the library has, or one to an object of its own. */
void *__assay_kept(void);

/* The same, or one into a variable or to a function of the program with external linkage. */
void *__assay_named(void);

/* Calls the destructors of the program (__attribute__((destructor))), in their order: those
 * without priority, and those with one, which run behind them. */
void __assay_destructors(void);
void __assay_late_destructors(void);

/* The library calls f, a function of the program or NULL, here, any number of times, with
 * what it has. */
void __assay_call_back(const void *f);

/* f, a function of the program or NULL, may run at any time from now on, on arg. */
void __assay_concurrently(const void *f, const void *arg);

/* Whatever code may do that is not there happens here. */
void __assay_unknown(void);

/* 1 where p and q point into, or just behind, one object. Neither is null. */
int __assay_same(const void *p, const void *q);

/* 1 where the program defines the function of a name itself, so that calls of it lead there
 * and not to a model. */
int __assay_own(const char *name);

/* 1 where the program uses the library's variable of a name; if set, where it may write to it. */
int __assay_uses(const char *name, int set);

/* 1 when the n bytes at p (as far as the object goes) are known values: a loop
 * over them does not fork. */
int __assay_is_known(const void *p, assay_size n);

/* 1 where loops are followed by what holds in all their turns, so that many steps at
 * once cost more than a loop: in proofs without a bound. Either way of a model must be
 * right. */
int __assay_by_turns(void);

/* 1 where a model may say what holds of its result instead of computing it: in proofs. What
 * it says, its contract, covers all that its other way does, and nothing that its reads and
 * writes may do wrong is left out, nor ends a path on which nothing is wrong. */
int __assay_contract(void);

/* For contracts: any number of some bits (up to those of a long, less one where it is to be
 * no less than 0), of which no replay is told. */
long __assay_open(int bits);

/* For contracts: strlen. */
assay_size __assay_length(const char *s);

/* For contracts: n bytes at s are read, and none of them is 0, which restricts the path. */
void __assay_in_text(const char *s, assay_size n);

/* 1 where words is the argv of main and its words stand in any order from now on: a proof
 * speaks of all of them. 0: the model moves them. */
int __assay_reorder(char **words);

/* Ends the program normally. */
_Noreturn void __assay_exit(int status);

/* Ends the program by an assertion failure or abort. */
_Noreturn void __assay_abort(void);

/* A precondition of the function is violated: class is the name of a violation
 * class of engine/op ("library-precondition", "out-of-bounds", "overlap" …).
 * Path-ending classes do not return. */
void __assay_fail(const char *cls);

/* The model does not cover this: the path ends as undecided. */
_Noreturn void __assay_undecided(const char *why);

/* The model leaves behaviours out beyond a limit: the path ends at a bound. */
_Noreturn void __assay_bound(const char *kind, long limit);

#endif
