package eca

import "fmt"

// A state is the contents of all variables, one int32 per slot. A pointer is
// the number of what it points to.
type state []int32

// env is what an expression is evaluated in.
type env struct {
	slots  state
	inputs []int32
}

// An Expr is an expression of type int. No operation of a generated program
// overflows, divides by zero, or leaves an array.
type Expr interface {
	eval(*env) int32
	C() string
}

// A Place is an Expr that can be assigned to.
type Place interface {
	Expr
	slot(*env) int32
}

type constant int32

func (c constant) eval(*env) int32 { return int32(c) }
func (c constant) C() string       { return fmt.Sprint(int32(c)) }

// input is the k-th value read in this step.
type input struct {
	k    int
	name string
}

func (i input) eval(e *env) int32 { return e.inputs[i.k] }
func (i input) C() string         { return i.name }

// scalar is a variable of its own.
type scalar struct {
	at   int32
	name string
}

func (v scalar) slot(*env) int32   { return v.at }
func (v scalar) eval(e *env) int32 { return e.slots[v.at] }
func (v scalar) C() string         { return v.name }

// element is an element of an array, at an index that is never negative and is
// reduced to the array's length.
type element struct {
	base, length int32
	name         string
	index        Expr
}

func (a element) slot(e *env) int32 { return a.base + a.index.eval(e)%a.length }
func (a element) eval(e *env) int32 { return e.slots[a.slot(e)] }
func (a element) C() string {
	if c, ok := a.index.(constant); ok {
		return fmt.Sprintf("%s[%d]", a.name, int32(c)%a.length)
	}
	return fmt.Sprintf("%s[%s %% %d]", a.name, a.index.C(), a.length)
}

// lookup is an element of the constant table that a pointer points to.
type lookup struct {
	pointer scalar
	tables  [][]int32
	k       int
}

func (l lookup) eval(e *env) int32 { return l.tables[l.pointer.eval(e)][l.k] }
func (l lookup) C() string         { return fmt.Sprintf("%s[%d]", l.pointer.name, l.k) }

// address is a constant value of a pointer.
type address struct {
	number int32
	text   string
}

func (a address) eval(*env) int32 { return a.number }
func (a address) C() string       { return a.text }

// field is a member of the record that an expression points to.
type field struct {
	record    Expr
	base, per int32 // slot of the first record, slots per record
	member    int32
	name      string
}

func (f field) slot(e *env) int32 { return f.base + f.record.eval(e)*f.per + f.member }
func (f field) eval(e *env) int32 { return e.slots[f.slot(e)] }
func (f field) C() string         { return f.record.C() + "->" + f.name }

// binary is l op r; op is one of + - * / %, with C's meaning.
type binary struct {
	op   byte
	l, r Expr
}

func (b binary) eval(e *env) int32 {
	l, r := b.l.eval(e), b.r.eval(e)
	switch b.op {
	case '+':
		return l + r
	case '-':
		return l - r
	case '*':
		return l * r
	case '/':
		return l / r
	}
	return l % r
}

func (b binary) C() string { return fmt.Sprintf("(%s %c %s)", b.l.C(), b.op, b.r.C()) }

// within is lo ≤ e ≤ hi, or e == lo where pointers are compared.
type within struct {
	e      Expr
	lo, hi int32
	text   string // of lo, where it is an address
}

func (w within) holds(e *env) bool {
	v := w.e.eval(e)
	return w.lo <= v && v <= w.hi
}

func (w within) C() string {
	switch {
	case w.text != "":
		return fmt.Sprintf("%s == %s", w.e.C(), w.text)
	case w.lo == w.hi:
		return fmt.Sprintf("%s == %d", w.e.C(), w.lo)
	}
	return fmt.Sprintf("%d <= %s && %s <= %d", w.lo, w.e.C(), w.e.C(), w.hi)
}

// set is an assignment.
type set struct {
	to   Place
	from Expr
}

func (s set) do(e *env) {
	v := s.from.eval(e)
	e.slots[s.to.slot(e)] = v
}

func (s set) C() string { return fmt.Sprintf("%s = %s;", s.to.C(), s.from.C()) }

func all(conds []within, e *env) bool {
	for _, c := range conds {
		if !c.holds(e) {
			return false
		}
	}
	return true
}

// rule is taken when its event is read and its conditions hold.
type rule struct {
	event int32 // value of the first input
	conds []within
	sets  []set
}

// label errs when its conditions hold at the begin of a step.
type label struct{ conds []within }

// Program is an event-condition-action program.
type Program struct {
	Config
	inputs  []input
	ranges  [][2]int32 // by input: least and greatest value
	start   state
	rules   []rule
	byEvent map[int32][]rule // the same, in order
	labels  []label
	decls   []string // C declarations of the state, with its start
}
