//go:build z3

package z3

/*
#cgo LDFLAGS: -lz3
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"context"
	"math"
	"math/big"
	"unsafe"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Available reports whether Z3 is compiled in.
const Available = true

// full tells that a new Z3 solver is to be started: Z3 considers all it ever got in
// every query, and where queries share little, that is soon more than they are.
func (b *Backend) full() bool {
	if b.mode == Confirm {
		return b.asserted > 250 || len(b.parts) > confirmSize
	}
	return b.asserted > 4000
}

// confirmSize is how large what a solver for Confirm got may be, in terms.
const confirmSize = 5_000

// maxElements bounds the array elements read from a model.
const maxElements = 4096

// Backend is a backend.Backend over one Z3 context.
type Backend struct {
	pool   *term.Pool
	mode   Mode
	ctx    C.Z3_context
	solver C.Z3_solver
	asts   []C.Z3_ast // per term; nil = not translated
	stack  []term.T   // for translate

	literals  map[term.T]C.Z3_ast // Assume: literal per asserted term
	terms     map[C.Z3_ast]term.T // Assume: the inverse
	asserted  int
	parts     map[term.T]bool // Confirm: of what is asserted
	conflicts uint32          // limit set in Z3
	pushed    []term.T        // PushPop: terms on Z3's stack
	stats     backend.Stats
}

// New returns a backend for the terms of pool, with a Z3 context of its own.
func New(pool *term.Pool, mode Mode) (backend.Backend, error) {
	b := &Backend{pool: pool, mode: mode}
	b.open()
	return b, nil
}

func (b *Backend) open() {
	b.ctx = C.shim_context()
	b.newSolver()
}

func (b *Backend) newSolver() {
	b.solver = C.shim_solver(b.ctx)
	b.literals, b.terms = map[term.T]C.Z3_ast{}, map[C.Z3_ast]term.T{}
	b.asserted, b.pushed, b.conflicts = 0, nil, math.MaxUint32
	b.parts = map[term.T]bool{}
}

func (b *Backend) dropSolver() {
	for _, l := range b.literals {
		C.Z3_dec_ref(b.ctx, l)
	}
	C.Z3_solver_dec_ref(b.ctx, b.solver)
}

// Close releases everything Z3 holds; the backend must not be used afterwards.
func (b *Backend) Close() {
	b.dropSolver()
	for _, a := range b.asts {
		if a != nil {
			C.Z3_dec_ref(b.ctx, a)
		}
	}
	C.Z3_del_context(b.ctx)
	b.asts, b.ctx = nil, nil
}

// Stats returns the counters; Z3's own search is not counted.
func (b *Backend) Stats() backend.Stats { return b.stats }

// Check decides whether the assumptions have a common model. Of the limits only
// conflicts are known to Z3.
func (b *Backend) Check(ctx context.Context, q backend.Query, lim backend.Limits) backend.Result {
	b.stats.Queries++
	if ctx.Err() != nil {
		return backend.Result{Reason: backend.ReasonCancelled}
	}
	assumptions := q.OpenTerms()
	answer, cancelled := b.finish(ctx, b.begin(assumptions, lim))
	if cancelled {
		return backend.Result{Reason: backend.ReasonCancelled}
	}
	switch status := statusOf(answer); status {
	case backend.Sat:
		m, ok := b.model(assumptions)
		if !ok {
			return backend.Result{Reason: backend.ReasonUnsupported}
		}
		return backend.Result{Status: status, Model: m}
	case backend.Unsat:
		return backend.Result{Status: status, Core: b.core(assumptions)}
	}
	return backend.Result{Reason: backend.ReasonConflicts}
}

// search looks for the answer to a question that Z3 was told.
type search func() C.Z3_lbool

// begin tells Z3 a question and returns the search for its answer, which reads no term
// of the pool.
func (b *Backend) begin(assumptions []term.T, lim backend.Limits) search {
	if b.full() {
		b.stats.Resets++
		b.dropSolver()
		b.newSolver()
	}
	b.setLimit(lim)
	return b.prepare(assumptions)
}

// finish searches until there is an answer or ctx is cancelled.
func (b *Backend) finish(ctx context.Context, check search) (answer C.Z3_lbool, cancelled bool) {
	end := b.interruptOn(ctx)
	answer = check()
	end()
	if ctx.Err() == nil {
		return answer, false
	}
	// An interrupt outlasts the query that it ended: Z3 keeps it in the context, where
	// it can make a later assertion, and so later answers, be about less than was asked.
	b.Close()
	b.open()
	return answer, true
}

func statusOf(answer C.Z3_lbool) backend.Status {
	switch answer {
	case C.Z3_L_TRUE:
		return backend.Sat
	case C.Z3_L_FALSE:
		return backend.Unsat
	}
	return backend.Unknown
}

// setLimit tells Z3 the conflict limit if it changed: setting parameters makes
// Z3 rebuild part of its state.
func (b *Backend) setLimit(lim backend.Limits) {
	n := uint32(math.MaxUint32)
	if lim.Conflicts > 0 && lim.Conflicts < math.MaxUint32 {
		n = uint32(lim.Conflicts)
	}
	if n != b.conflicts {
		C.shim_limits(b.ctx, b.solver, C.uint(n))
		b.conflicts = n
	}
}

// interruptOn makes Z3 stop when ctx is cancelled. The returned function ends
// that; after it no interrupt can hit a later query.
func (b *Backend) interruptOn(ctx context.Context) (finish func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		C.Z3_interrupt(b.ctx)
		close(done)
	})
	return func() {
		if !stop() {
			<-done
		}
	}
}

// prepare tells Z3 what the assumptions say and returns the check itself, the only
// part of a query that may be interrupted: Z3 drops an assertion that is hit.
func (b *Backend) prepare(assumptions []term.T) search {
	if b.mode == PushPop {
		b.push(assumptions)
		return func() C.Z3_lbool { return C.Z3_solver_check(b.ctx, b.solver) }
	}
	ls := make([]C.Z3_ast, 0, len(assumptions)+1)
	for _, t := range assumptions {
		ls = append(ls, b.literal(t))
	}
	if len(ls) == 0 {
		return func() C.Z3_lbool { return C.Z3_solver_check(b.ctx, b.solver) }
	}
	return func() C.Z3_lbool {
		return C.Z3_solver_check_assumptions(b.ctx, b.solver, C.uint(len(ls)), &ls[0])
	}
}

// push makes Z3's stack hold the assumptions, keeping what it begins with already.
func (b *Backend) push(assumptions []term.T) {
	k := 0
	for k < len(assumptions) && k < len(b.pushed) && assumptions[k] == b.pushed[k] {
		k++
	}
	C.Z3_solver_pop(b.ctx, b.solver, C.uint(len(b.pushed)-k))
	b.pushed = b.pushed[:k]
	for _, t := range assumptions[k:] {
		a := b.translate(t)
		C.Z3_solver_push(b.ctx, b.solver)
		C.Z3_solver_assert(b.ctx, b.solver, a)
		b.pushed = append(b.pushed, t)
	}
}

// literal returns the literal that implies t, asserting the implication once.
func (b *Backend) literal(t term.T) C.Z3_ast {
	l, ok := b.literals[t]
	if !ok {
		l = C.shim_var(b.ctx, 0, 0)
		C.shim_assert_implies(b.ctx, b.solver, l, b.translate(t))
		b.literals[t] = l
		b.terms[l] = t
		b.asserted++
		if b.mode == Confirm {
			b.pool.Visit(t, b.parts, func(term.T) {})
		}
	}
	return l
}

// core returns the assumptions in Z3's core, in order.
func (b *Backend) core(assumptions []term.T) []term.T {
	if b.mode == PushPop || len(assumptions) == 0 {
		return append([]term.T(nil), assumptions...)
	}
	out := make([]C.Z3_ast, len(assumptions))
	n := C.shim_core(b.ctx, b.solver, &out[0], C.uint(len(out)))
	in := map[term.T]bool{}
	for _, l := range out[:n] {
		in[b.terms[l]] = true
	}
	var core []term.T
	for _, t := range assumptions {
		if in[t] {
			in[t] = false
			core = append(core, t)
		}
	}
	return core
}

// model reads the values of the variables of the assumptions; ok is false if Z3
// gives an array in a form that is not understood.
func (b *Backend) model(assumptions []term.T) (*term.Model, bool) {
	zm := C.Z3_solver_get_model(b.ctx, b.solver)
	C.Z3_model_inc_ref(b.ctx, zm)
	defer C.Z3_model_dec_ref(b.ctx, zm)
	m := term.NewModel()
	seen := map[term.T]bool{}
	for _, t := range assumptions {
		for _, v := range b.pool.Vars(t) {
			if seen[v] {
				continue
			}
			seen[v] = true
			ok := false
			if b.pool.IsArray(v) {
				ok = b.arrayValue(m, zm, v)
			} else {
				ok = b.scalarValue(m, zm, v)
			}
			if !ok {
				return nil, false
			}
		}
	}
	return m, true
}

func (b *Backend) scalarValue(m *term.Model, zm C.Z3_model, v term.T) bool {
	s := C.shim_value(b.ctx, zm, b.translate(v))
	if s == nil {
		return false
	}
	x, ok := new(big.Int).SetString(C.GoString(s), 10)
	if ok {
		m.SetBig(v, x)
	}
	return ok
}

func (b *Backend) arrayValue(m *term.Model, zm C.Z3_model, v term.T) bool {
	var index, value [maxElements]C.uint64_t
	var rest C.uint64_t
	n := C.shim_array(b.ctx, zm, b.translate(v), &index[0], &value[0], maxElements, &rest)
	if n < 0 {
		return false
	}
	values := make(map[uint64]uint64, n)
	for i := int(n) - 1; i >= 0; i-- { // outer stores last, they count
		values[uint64(index[i])] = uint64(value[i])
	}
	m.SetArray(v, values, uint64(rest))
	return true
}

// freeString releases a string made by C.CString.
func freeString(s *C.char) { C.free(unsafe.Pointer(s)) }
