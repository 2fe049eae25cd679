/* Between shim.c and check.c. */
#ifndef ASSAY_SHIM_H
#define ASSAY_SHIM_H
#include <stddef.h>
#include <stdint.h>

/* Writes one line to the log of events. */
void assay_log(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Copies the next value of a key, zero-padded to n bytes; 0 when there is none. */
int assay_take(const char *key, void *out, size_t n);
/* Result of a havocked function. */
void assay_havoc(const char *name, void *out, size_t n);
/* Whether the witness makes this allocation fail (errno is then set). */
int assay_alloc_fails(void);
#endif
