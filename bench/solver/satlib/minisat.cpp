//go:build bench_minisat

#include "minisat.h"

#include <minisat/core/Solver.h>

using namespace Minisat;

static Lit literal(int32_t l) {
	return l > 0 ? mkLit(l) : ~mkLit(-l);
}

void *minisat_new(void) { return new Solver; }

void minisat_delete(void *s) { delete static_cast<Solver *>(s); }

int minisat_ask(void *p, int vars, minisat_words clauses, minisat_words decide, minisat_words assume) {
	Solver &s = *static_cast<Solver *>(p);
	while (s.nVars() <= vars) s.newVar(l_Undef, false); // variable 0 is not used
	vec<Lit> c;
	for (size_t i = 0; i < clauses.n; i++) {
		if (clauses.at[i]) {
			c.push(literal(clauses.at[i]));
			continue;
		}
		s.addClause_(c);
		c.clear();
	}
	for (size_t i = 0; i < decide.n; i++) {
		int32_t v = decide.at[i];
		s.setDecisionVar(v > 0 ? v : -v, v > 0);
	}
	for (size_t i = 0; i < assume.n; i++) c.push(literal(assume.at[i]));
	return s.solve(c);
}
