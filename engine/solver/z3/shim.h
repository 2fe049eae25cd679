// What package z3 needs of libz3, in calls coarse enough for cgo. Results that
// are ASTs carry one reference, which belongs to the caller.
#ifndef ASSAY_Z3_SHIM_H
#define ASSAY_Z3_SHIM_H

#include <stdint.h>
#include <z3.h>

// Operators, in the order of the Go table.
enum shim_op {
	SHIM_NOT, SHIM_AND, SHIM_ITE, SHIM_EQ, SHIM_ULT, SHIM_SLT,
	SHIM_NEG, SHIM_ADD, SHIM_SUB, SHIM_MUL,
	SHIM_UDIV, SHIM_UREM, SHIM_SDIV, SHIM_SREM,
	SHIM_BVNOT, SHIM_BVAND, SHIM_BVOR, SHIM_BVXOR,
	SHIM_SHL, SHIM_LSHR, SHIM_ASHR,
	SHIM_CONCAT, SHIM_EXTRACT, SHIM_ZEXT, SHIM_SEXT,
	SHIM_STORE, SHIM_SELECT,
};

Z3_context shim_context(void);
Z3_solver shim_solver(Z3_context c);
void shim_limits(Z3_context c, Z3_solver s, unsigned conflicts);

// width 0 is Bool, index 0 is no array.
Z3_ast shim_var(Z3_context c, unsigned index, unsigned width);
Z3_ast shim_const(Z3_context c, unsigned width, uint64_t value);
Z3_ast shim_const_big(Z3_context c, unsigned width, const char *decimal);
Z3_ast shim_const_array(Z3_context c, unsigned index, Z3_ast element);
Z3_ast shim_app(Z3_context c, int op, unsigned p, unsigned q, Z3_ast x, Z3_ast y, Z3_ast z);

void shim_assert_implies(Z3_context c, Z3_solver s, Z3_ast literal, Z3_ast t);
unsigned shim_core(Z3_context c, Z3_solver s, Z3_ast *out, unsigned max);

// The value of a scalar: a bit-vector as decimal string (valid until the next
// call), a Bool as "0" or "1"; NULL if Z3 gives none.
const char *shim_value(Z3_context c, Z3_model m, Z3_ast t);

// The content of an array variable: shim_array returns the number of entries
// with explicit values, or −1 if Z3 gives the array in a form unknown here.
int shim_array(Z3_context c, Z3_model m, Z3_ast array, uint64_t *index, uint64_t *value, int max, uint64_t *rest);

#endif
