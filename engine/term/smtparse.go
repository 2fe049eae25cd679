package term

import (
	"math/big"
	"strconv"
)

// CommandKind says what a Command asks.
type CommandKind uint8

// The commands that ParseSMT returns; declarations and definitions are worked
// into the terms, options and output commands left out.
const (
	CmdAssert   CommandKind = iota // Terms[0] holds from here on
	CmdCheckSat                    // decide the assertions together with Terms
	CmdPush                        // open Levels scopes
	CmdPop                         // close Levels scopes
)

// Command is one step of a script.
type Command struct {
	Kind   CommandKind
	Terms  []T
	Levels int
	Line   int // where the command starts, from 1
}

// Script is a parsed SMT-LIB script.
type Script struct {
	Commands []Command
	Vars     []T // declared variables, in order
}

// ParseSMT reads an SMT-LIB 2 script of the logics within QF_ABV into p: every
// declared constant becomes a fresh variable. Definitions with arguments,
// quantifiers and other sorts than Bool, (_ BitVec n) and arrays of them are
// errors. Errors name file:line:column. It is safe on any input.
func ParseSMT(p *Pool, file string, src []byte) (*Script, error) {
	r := &reader{
		lexer:   lexer{file: file, src: string(src)},
		p:       p,
		symbols: map[string][]T{},
		scopes:  make([][]string, 1),
		script:  &Script{},
	}
	for {
		x, err := r.next()
		if err != nil {
			return nil, err
		}
		if x == nil {
			return r.script, nil
		}
		if err := r.command(x); err != nil {
			return nil, err
		}
	}
}

// reader turns S-expressions into commands and terms.
type reader struct {
	lexer
	p       *Pool
	symbols map[string][]T // per symbol the terms bound to it, innermost last
	scopes  [][]string     // symbols declared in each push level
	script  *Script

	lineAt, lineNo int // memo of line
}

// line returns the line of byte offset pos; positions must not decrease.
func (r *reader) line(pos int) int {
	for ; r.lineAt < pos; r.lineAt++ {
		if r.src[r.lineAt] == '\n' {
			r.lineNo++
		}
	}
	return r.lineNo + 1
}

func (r *reader) add(x *sexpr, kind CommandKind, levels int, terms ...T) {
	r.script.Commands = append(r.script.Commands, Command{kind, terms, levels, r.line(x.pos)})
}

// command carries out one top-level S-expression.
func (r *reader) command(x *sexpr) error {
	if !x.list || len(x.kids) == 0 || x.kids[0].list {
		return r.errorf(x.pos, "expected a command such as (assert …)")
	}
	args := x.kids[1:]
	want := func(n int) error {
		if len(args) != n {
			return r.errorf(x.pos, "%s takes %d arguments, found %d", x.kids[0].text, n, len(args))
		}
		return nil
	}
	switch name := x.kids[0].text; name {
	case "declare-const", "declare-fun", "define-fun", "define-const":
		return r.declaration(x, name, args)
	case "assert":
		if err := want(1); err != nil {
			return err
		}
		t, err := r.boolTerm(args[0])
		if err == nil {
			r.add(x, CmdAssert, 0, t)
		}
		return err
	case "check-sat":
		r.add(x, CmdCheckSat, 0)
		return want(0)
	case "check-sat-assuming":
		if err := want(1); err != nil {
			return err
		}
		return r.checkAssuming(x, args[0])
	case "push", "pop":
		return r.scope(x, name, args)
	case "set-logic", "set-option", "set-info", "get-model", "get-value", "get-info",
		"get-unsat-core", "get-unsat-assumptions", "get-assertions", "echo", "exit":
		return nil
	default:
		return r.errorf(x.kids[0].pos, "unknown command %s", name)
	}
}

func (r *reader) checkAssuming(x, list *sexpr) error {
	if !list.list {
		return r.errorf(list.pos, "expected a list of literals")
	}
	terms := make([]T, len(list.kids))
	for i, k := range list.kids {
		t, err := r.boolTerm(k)
		if err != nil {
			return err
		}
		terms[i] = t
	}
	r.add(x, CmdCheckSat, 0, terms...)
	return nil
}

func (r *reader) scope(x *sexpr, name string, args []*sexpr) error {
	n := 1
	if len(args) > 0 {
		k, err := r.numeral(args[0])
		if err != nil {
			return err
		}
		n = k
	}
	const maxScopes = 1 << 16
	if name == "push" {
		if len(r.scopes)+n > maxScopes {
			return r.errorf(x.pos, "more than %d scopes", maxScopes)
		}
		r.scopes = append(r.scopes, make([][]string, n)...)
		r.add(x, CmdPush, n)
		return nil
	}
	if n >= len(r.scopes) {
		return r.errorf(x.pos, "pop of %d scopes, only %d are open", n, len(r.scopes)-1)
	}
	for range n {
		last := len(r.scopes) - 1
		for _, s := range r.scopes[last] {
			r.unbind(s)
		}
		r.scopes = r.scopes[:last]
	}
	r.add(x, CmdPop, n)
	return nil
}

// declaration handles declare-const s σ, declare-fun s () σ, define-const s σ t
// and define-fun s () σ t.
func (r *reader) declaration(x *sexpr, name string, args []*sexpr) error {
	if name == "declare-fun" || name == "define-fun" {
		if len(args) < 2 || !args[1].list {
			return r.errorf(x.pos, "%s lacks its argument list", name)
		}
		if len(args[1].kids) > 0 {
			return r.errorf(args[1].pos, "functions with arguments are not supported; only constants are")
		}
		args = append(args[:1:1], args[2:]...)
	}
	defines := name == "define-fun" || name == "define-const"
	if len(args) != 2 && !defines || len(args) != 3 && defines {
		return r.errorf(x.pos, "malformed %s", name)
	}
	symbol := args[0]
	if symbol.list || !symbol.bars && (reserved[symbol.text] || smtOps[symbol.text] != nil) {
		return r.errorf(symbol.pos, "expected a new symbol")
	}
	if len(r.symbols[symbol.text]) > 0 {
		return r.errorf(symbol.pos, "%s is declared already", symbol.text)
	}
	idx, w, err := r.sort(args[1])
	if err != nil {
		return err
	}
	if !defines {
		t := r.p.variable(header(OpVar, 0, w), symbol.text)
		if idx != 0 {
			t = r.p.variable(header(OpArrayVar, idx, w), symbol.text)
		}
		r.script.Vars = append(r.script.Vars, t)
		r.declare(symbol.text, t)
		return nil
	}
	t, err := r.term(args[2])
	if err != nil {
		return err
	}
	if r.p.IndexWidth(t) != idx || r.p.Width(t) != w {
		return r.errorf(args[2].pos, "the definition of %s has sort %s", symbol.text, r.p.sortString(t))
	}
	r.declare(symbol.text, r.p.tabulate(t))
	return nil
}

// declare binds s in the current scope.
func (r *reader) declare(s string, t T) {
	r.bind(s, t)
	last := len(r.scopes) - 1
	r.scopes[last] = append(r.scopes[last], s)
}

func (r *reader) bind(s string, t T) { r.symbols[s] = append(r.symbols[s], t) }

func (r *reader) unbind(s string) {
	if b := r.symbols[s]; len(b) > 1 {
		r.symbols[s] = b[:len(b)-1]
		return
	}
	delete(r.symbols, s)
}

// tabulate turns constants stored into an array of zeros into an OpTable.
func (p *Pool) tabulate(t T) T {
	const maxTable = 1 << 20
	elems := map[uint64]uint64{}
	size := uint64(0)
	base := t
	n := p.nodes[base]
	for ; n.op() == OpStore; n = p.nodes[base] {
		i, ok1 := p.Const(n.b)
		v, ok2 := p.Const(n.c)
		if !ok1 || !ok2 || i >= maxTable {
			return t
		}
		if _, later := elems[i]; !later {
			elems[i] = v
		}
		size = max(size, i+1)
		base = n.a
	}
	if size == 0 || n.op() != OpConstArray || !p.isZero(n.a) {
		return t
	}
	vals := make([]uint64, size)
	for i, v := range elems {
		vals[i] = v
	}
	return p.Table(n.index(), n.width(), vals)
}

// sort reads a sort; idx is 0 unless it is an array.
func (r *reader) sort(x *sexpr) (idx, w int, err error) {
	switch {
	case !x.list && x.text == "Bool" && !x.bars:
		return 0, 0, nil
	case x.list && len(x.kids) == 3 && x.kids[0].text == "_" && x.kids[1].text == "BitVec":
		w, err = r.numeral(x.kids[2])
		if err == nil && (w < 1 || w > MaxWidth) {
			err = r.errorf(x.kids[2].pos, "width %d, 1 to %d are possible", w, MaxWidth)
		}
		return 0, w, err
	case x.list && len(x.kids) == 3 && x.kids[0].text == "Array" && !isArraySort(x.kids[1]) && !isArraySort(x.kids[2]):
		_, idx, err = r.sort(x.kids[1])
		if err != nil {
			return 0, 0, err
		}
		_, w, err = r.sort(x.kids[2])
		if err == nil && (idx < 1 || idx > MaxIndexWidth || w < 1) {
			err = r.errorf(x.pos, "arrays need an index of 1 to %d bits and bit-vector elements", MaxIndexWidth)
		}
		return idx, w, err
	}
	return 0, 0, r.errorf(x.pos, "unknown sort; Bool, (_ BitVec n) and (Array (_ BitVec n) (_ BitVec m)) are supported")
}

// isArraySort keeps sort from nesting.
func isArraySort(x *sexpr) bool {
	return x.list && len(x.kids) > 0 && x.kids[0].text == "Array"
}

func (r *reader) numeral(x *sexpr) (int, error) {
	n, err := strconv.ParseUint(x.text, 10, 31)
	if x.list || x.bars || err != nil {
		return 0, r.errorf(x.pos, "expected a number below 2^31")
	}
	return int(n), nil
}

func (r *reader) boolTerm(x *sexpr) (T, error) {
	t, err := r.term(x)
	if err == nil && (r.p.Width(t) != 0 || r.p.IsArray(t)) {
		err = r.errorf(x.pos, "expected Bool, found %s", r.p.sortString(t))
	}
	return t, err
}

// build is a term under construction: an application whose first arguments are
// done, or a let.
type build struct {
	x     *sexpr
	todo  []*sexpr // arguments to come
	args  []T
	bound []string // let: variables, bound once all their terms are done
}

// term reads a term, without recursion: files of generators nest deeply.
func (r *reader) term(x *sexpr) (T, error) {
	var stack []build
	for {
		t, b, err := r.open(x)
		if err != nil {
			return None, err
		}
		if t == None {
			stack = append(stack, b)
		}
		for {
			if len(stack) == 0 {
				return t, nil
			}
			top := &stack[len(stack)-1]
			if t != None {
				top.args = append(top.args, t)
			}
			if len(top.todo) > 0 {
				x, top.todo = top.todo[0], top.todo[1:]
				if len(top.todo) == 0 && len(top.bound) > 0 { // x is the body of a let
					for i, s := range top.bound {
						r.bind(s, r.p.tabulate(top.args[i]))
					}
				}
				break
			}
			if t, err = r.close(top); err != nil {
				return None, err
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// open starts the term at x: it returns the term if x is an atom or constant,
// else the application with its arguments to come.
func (r *reader) open(x *sexpr) (T, build, error) {
	if !x.list {
		t, err := r.atomTerm(x)
		return t, build{}, err
	}
	if len(x.kids) == 0 {
		return None, build{}, r.errorf(x.pos, "expected a term, found ()")
	}
	head := x.kids[0]
	if head.bars || !head.list && smtOps[head.text] == nil && !reserved[head.text] {
		return None, build{}, r.errorf(head.pos, "unknown operator %s", head.text)
	}
	if len(x.kids) == 1 {
		return None, build{}, r.errorf(x.pos, "operator without arguments")
	}
	switch head.text {
	case "_":
		t, err := r.indexedConstant(x)
		return t, build{}, err
	case "let":
		b, err := r.openLet(x)
		return None, b, err
	case "!":
		return None, build{x: x, todo: x.kids[1:2]}, nil
	}
	if !head.list && smtOps[head.text] == nil {
		return None, build{}, r.errorf(head.pos, "unknown operator %s", head.text)
	}
	return None, build{x: x, todo: x.kids[1:]}, nil
}

func (r *reader) openLet(x *sexpr) (build, error) {
	if len(x.kids) != 3 || !x.kids[1].list || len(x.kids[1].kids) == 0 {
		return build{}, r.errorf(x.pos, "malformed let")
	}
	b := build{x: x}
	for _, k := range x.kids[1].kids {
		if !k.list || len(k.kids) != 2 || k.kids[0].list {
			return build{}, r.errorf(k.pos, "malformed binding of let")
		}
		b.bound = append(b.bound, k.kids[0].text)
		b.todo = append(b.todo, k.kids[1])
	}
	b.todo = append(b.todo, x.kids[2])
	return b, nil
}

// close finishes an application whose arguments are complete.
func (r *reader) close(b *build) (T, error) {
	head := b.x.kids[0]
	switch {
	case len(b.bound) > 0:
		for _, s := range b.bound {
			r.unbind(s)
		}
		return b.args[len(b.args)-1], nil
	case head.list:
		return r.indexed(b.x, head, b.args)
	case head.text == "!":
		return r.annotated(b.x, b.args[0])
	}
	return r.applyOp(b.x, head.text, b.args)
}

// annotated handles (! t :named s); other attributes mean nothing here.
func (r *reader) annotated(x *sexpr, t T) (T, error) {
	for i := 2; i+1 < len(x.kids); i++ {
		if x.kids[i].text == ":named" {
			s := x.kids[i+1]
			if s.list || len(r.symbols[s.text]) > 0 {
				return None, r.errorf(s.pos, "expected a new symbol")
			}
			r.declare(s.text, t)
		}
	}
	return t, nil
}

// atomTerm reads a symbol, true, false, #b… or #x….
func (r *reader) atomTerm(x *sexpr) (T, error) {
	if b := r.symbols[x.text]; len(b) > 0 {
		return b[len(b)-1], nil
	}
	switch {
	case x.bars:
	case x.text == "true":
		return True, nil
	case x.text == "false":
		return False, nil
	case len(x.text) > 2 && x.text[0] == '#':
		return r.digits(x)
	}
	return None, r.errorf(x.pos, "unknown symbol %s", x.text)
}

func (r *reader) digits(x *sexpr) (T, error) {
	base, w := 16, 4*(len(x.text)-2)
	if x.text[1] == 'b' {
		base, w = 2, len(x.text)-2
	}
	if x.text[1] != 'b' && x.text[1] != 'x' {
		return None, r.errorf(x.pos, "malformed constant %s", x.text)
	}
	return r.constant(x, x.text[2:], base, w)
}

// indexedConstant reads (_ bv10 32).
func (r *reader) indexedConstant(x *sexpr) (T, error) {
	if len(x.kids) != 3 || len(x.kids[1].text) < 3 || x.kids[1].text[:2] != "bv" {
		return None, r.errorf(x.pos, "expected a constant such as (_ bv10 32)")
	}
	w, err := r.numeral(x.kids[2])
	if err != nil {
		return None, err
	}
	return r.constant(x.kids[1], x.kids[1].text[2:], 10, w)
}

func (r *reader) constant(x *sexpr, digits string, base, w int) (T, error) {
	if w < 1 || w > MaxWidth {
		return None, r.errorf(x.pos, "constant of %d bits, 1 to %d are possible", w, MaxWidth)
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok || digits[0] == '-' || digits[0] == '+' || v.BitLen() > w {
		return None, r.errorf(x.pos, "malformed constant, or one of more than %d bits", w)
	}
	return r.p.BVBig(w, v), nil
}
