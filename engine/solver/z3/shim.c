//go:build z3

#include <limits.h>
#include "shim.h"

static void ignore_error(Z3_context c, Z3_error_code e) {
	(void)c; // the binding looks at results and error codes instead
	(void)e;
}

static Z3_ast keep(Z3_context c, Z3_ast a) {
	if (a) Z3_inc_ref(c, a);
	return a;
}

Z3_context shim_context(void) {
	Z3_config f = Z3_mk_config();
	Z3_set_param_value(f, "model", "true");
	Z3_set_param_value(f, "unsat_core", "true");
	Z3_context c = Z3_mk_context_rc(f);
	Z3_del_config(f);
	Z3_set_error_handler(c, ignore_error);
	return c;
}

Z3_solver shim_solver(Z3_context c) {
	Z3_solver s = Z3_mk_solver(c);
	Z3_solver_inc_ref(c, s);
	shim_limits(c, s, UINT_MAX);
	return s;
}

void shim_limits(Z3_context c, Z3_solver s, unsigned conflicts) {
	Z3_params p = Z3_mk_params(c);
	Z3_params_inc_ref(c, p);
	/* An interrupt is the process's own: Z3 would put a handler in the place of
	 * the Go runtime's for the time of each query. */
	Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "ctrl_c"), false);
	Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "max_conflicts"), conflicts);
	Z3_solver_set_params(c, s, p);
	Z3_params_dec_ref(c, p);
}

static Z3_sort sort_of(Z3_context c, unsigned index, unsigned width) {
	Z3_sort s = width ? Z3_mk_bv_sort(c, width) : Z3_mk_bool_sort(c);
	return index ? Z3_mk_array_sort(c, Z3_mk_bv_sort(c, index), s) : s;
}

Z3_ast shim_var(Z3_context c, unsigned index, unsigned width) {
	return keep(c, Z3_mk_fresh_const(c, "v", sort_of(c, index, width)));
}

Z3_ast shim_const(Z3_context c, unsigned width, uint64_t value) {
	if (!width) return keep(c, value ? Z3_mk_true(c) : Z3_mk_false(c));
	return keep(c, Z3_mk_unsigned_int64(c, value, Z3_mk_bv_sort(c, width)));
}

Z3_ast shim_const_big(Z3_context c, unsigned width, const char *decimal) {
	return keep(c, Z3_mk_numeral(c, decimal, Z3_mk_bv_sort(c, width)));
}

Z3_ast shim_const_array(Z3_context c, unsigned index, Z3_ast element) {
	return keep(c, Z3_mk_const_array(c, Z3_mk_bv_sort(c, index), element));
}

static Z3_ast apply(Z3_context c, int op, unsigned p, unsigned q, Z3_ast x, Z3_ast y, Z3_ast z) {
	Z3_ast both[2] = {x, y};
	switch (op) {
	case SHIM_NOT: return Z3_mk_not(c, x);
	case SHIM_AND: return Z3_mk_and(c, 2, both);
	case SHIM_ITE: return Z3_mk_ite(c, x, y, z);
	case SHIM_EQ: return Z3_mk_eq(c, x, y);
	case SHIM_ULT: return Z3_mk_bvult(c, x, y);
	case SHIM_SLT: return Z3_mk_bvslt(c, x, y);
	case SHIM_NEG: return Z3_mk_bvneg(c, x);
	case SHIM_ADD: return Z3_mk_bvadd(c, x, y);
	case SHIM_SUB: return Z3_mk_bvsub(c, x, y);
	case SHIM_MUL: return Z3_mk_bvmul(c, x, y);
	case SHIM_UDIV: return Z3_mk_bvudiv(c, x, y);
	case SHIM_UREM: return Z3_mk_bvurem(c, x, y);
	case SHIM_SDIV: return Z3_mk_bvsdiv(c, x, y);
	case SHIM_SREM: return Z3_mk_bvsrem(c, x, y);
	case SHIM_BVNOT: return Z3_mk_bvnot(c, x);
	case SHIM_BVAND: return Z3_mk_bvand(c, x, y);
	case SHIM_BVOR: return Z3_mk_bvor(c, x, y);
	case SHIM_BVXOR: return Z3_mk_bvxor(c, x, y);
	case SHIM_SHL: return Z3_mk_bvshl(c, x, y);
	case SHIM_LSHR: return Z3_mk_bvlshr(c, x, y);
	case SHIM_ASHR: return Z3_mk_bvashr(c, x, y);
	case SHIM_CONCAT: return Z3_mk_concat(c, x, y);
	case SHIM_EXTRACT: return Z3_mk_extract(c, p, q, x);
	case SHIM_ZEXT: return Z3_mk_zero_ext(c, p, x);
	case SHIM_SEXT: return Z3_mk_sign_ext(c, p, x);
	case SHIM_STORE: return Z3_mk_store(c, x, y, z);
	case SHIM_SELECT: return Z3_mk_select(c, x, y);
	}
	return 0;
}

Z3_ast shim_app(Z3_context c, int op, unsigned p, unsigned q, Z3_ast x, Z3_ast y, Z3_ast z) {
	return keep(c, apply(c, op, p, q, x, y, z));
}

void shim_assert_implies(Z3_context c, Z3_solver s, Z3_ast literal, Z3_ast t) {
	Z3_ast a = keep(c, Z3_mk_implies(c, literal, t));
	Z3_solver_assert(c, s, a);
	Z3_dec_ref(c, a);
}

unsigned shim_core(Z3_context c, Z3_solver s, Z3_ast *out, unsigned max) {
	Z3_ast_vector v = Z3_solver_get_unsat_core(c, s);
	Z3_ast_vector_inc_ref(c, v);
	unsigned n = Z3_ast_vector_size(c, v);
	if (n > max) n = max;
	for (unsigned i = 0; i < n; i++) out[i] = Z3_ast_vector_get(c, v, i);
	Z3_ast_vector_dec_ref(c, v);
	return n;
}

static const char *numeral(Z3_context c, Z3_ast r) {
	if (Z3_get_ast_kind(c, r) == Z3_NUMERAL_AST) return Z3_get_numeral_string(c, r);
	switch (Z3_get_bool_value(c, r)) {
	case Z3_L_TRUE: return "1";
	case Z3_L_FALSE: return "0";
	default: return 0;
	}
}

const char *shim_value(Z3_context c, Z3_model m, Z3_ast t) {
	Z3_ast r = 0;
	if (!Z3_model_eval(c, m, t, 1, &r) || !r) return 0;
	Z3_inc_ref(c, r);
	const char *v = numeral(c, r);
	Z3_dec_ref(c, r);
	return v;
}

// func_array reads an array given as a function.
static int func_array(Z3_context c, Z3_model m, Z3_func_decl f, uint64_t *index, uint64_t *value, int max, uint64_t *rest) {
	Z3_func_interp fi = Z3_model_get_func_interp(c, m, f);
	if (!fi) return -1;
	Z3_func_interp_inc_ref(c, fi);
	int n = (int)Z3_func_interp_get_num_entries(c, fi);
	int ok = n <= max && Z3_get_numeral_uint64(c, Z3_func_interp_get_else(c, fi), rest);
	for (int i = 0; ok && i < n; i++) {
		Z3_func_entry e = Z3_func_interp_get_entry(c, fi, (unsigned)i);
		Z3_func_entry_inc_ref(c, e);
		ok = Z3_get_numeral_uint64(c, Z3_func_entry_get_arg(c, e, 0), &index[i]) &&
			Z3_get_numeral_uint64(c, Z3_func_entry_get_value(c, e), &value[i]);
		Z3_func_entry_dec_ref(c, e);
	}
	Z3_func_interp_dec_ref(c, fi);
	return ok ? n : -1;
}

// stores reads an array given as stores over a constant array or a function.
// Inner stores come later in the result and must not override outer ones.
static int stores(Z3_context c, Z3_model m, Z3_ast r, uint64_t *index, uint64_t *value, int max, uint64_t *rest) {
	int n = 0;
	while (Z3_get_ast_kind(c, r) == Z3_APP_AST) {
		Z3_app a = Z3_to_app(c, r);
		Z3_decl_kind k = Z3_get_decl_kind(c, Z3_get_app_decl(c, a));
		if (k == Z3_OP_CONST_ARRAY) {
			return Z3_get_numeral_uint64(c, Z3_get_app_arg(c, a, 0), rest) ? n : -1;
		}
		if (k == Z3_OP_AS_ARRAY) {
			int d = func_array(c, m, Z3_get_as_array_func_decl(c, r), index + n, value + n, max - n, rest);
			return d < 0 ? -1 : n + d;
		}
		if (k != Z3_OP_STORE || n == max) return -1;
		if (!Z3_get_numeral_uint64(c, Z3_get_app_arg(c, a, 1), &index[n]) ||
			!Z3_get_numeral_uint64(c, Z3_get_app_arg(c, a, 2), &value[n])) return -1;
		n++;
		r = Z3_get_app_arg(c, a, 0);
	}
	return -1;
}

int shim_array(Z3_context c, Z3_model m, Z3_ast array, uint64_t *index, uint64_t *value, int max, uint64_t *rest) {
	Z3_ast r = 0;
	if (!Z3_model_eval(c, m, array, 1, &r) || !r) return -1;
	Z3_inc_ref(c, r);
	int n = stores(c, m, r, index, value, max, rest);
	Z3_dec_ref(c, r);
	return n;
}
