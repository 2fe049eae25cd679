// What package satlib needs of MiniSat.
#ifndef ASSAY_SATLIB_MINISAT_H
#define ASSAY_SATLIB_MINISAT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct minisat_words {
	const int32_t *at;
	size_t n;
};

void *minisat_new(void);
void minisat_delete(void *s);
int minisat_ask(void *s, int vars, struct minisat_words clauses, struct minisat_words decide, struct minisat_words assume);

#ifdef __cplusplus
}
#endif

#endif
